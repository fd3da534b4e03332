"""Counts and says what passed, failed and was skipped."""
import difflib


def short(value, most=600):
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= most else text[:most] + f"... ({len(text)} characters)"


class Tally:
    def __init__(self, update=False, name="cli"):
        self.passed = self.failed = self.skipped = 0
        self.name = name
        self.update = update  # goldens are written, not compared

    def fail(self, what, expected, got):
        self.failed += 1
        print(f"FAILED {what}: expected {short(expected)}, got {short(got, 4000)}", flush=True)

    def skip(self, what, reason):
        self.skipped += 1
        print(f"skipped {what}: {reason}", flush=True)

    def true(self, what, condition, expected, got):
        if condition:
            self.passed += 1
        else:
            self.fail(what, expected, got)
        return bool(condition)

    def equal(self, what, expected, got):
        return self.true(what, expected == got, repr(expected), repr(got))

    def contains(self, what, part, text):
        return self.true(what, part in text, f"{part!r} in it", text)

    def lacks(self, what, part, text):
        """`part` must not be in `text`; where it is, its surroundings are shown."""
        at = text.find(part)
        return self.true(what, at < 0, f"no {part!r}", text[max(0, at - 80):at + 80])

    def same_text(self, what, expected, got):
        """Two texts; their difference is shown, not the whole of them."""
        if expected == got:
            self.passed += 1
            return True
        lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got", lineterm="", n=1)
        self.fail(what, "the same text", "\n" + "\n".join(lines))
        return False

    def __str__(self):
        return f"{self.name}: {self.passed} passed, {self.failed} failed, {self.skipped} skipped"
