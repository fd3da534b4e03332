"""What the renderers print, word for word: golden/."""
import pathlib

import worlds
from program import neutral

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
TEXT = ["ib-host", "roce-pod", "tcp-vm", "broken-pod", "broken-host", "unreadable"]
JSON = ["roce-pod", "tcp-vm", "broken-pod"]
EXPLAINED = ["memlock.low", "memlock.ok-cap", "gid.link-local"]


def compare(tally, name, text):
    path = GOLDEN / name
    if tally.update:
        path.write_text(text)
    expected = path.read_text() if path.exists() else ""
    tally.same_text(f"golden/{name}", expected, text)


def test(program, tally, place):
    GOLDEN.mkdir(exist_ok=True)
    for name in TEXT:
        done = program.run("doctor", "--from", worlds.as_file(name, place))
        compare(tally, f"{name}.txt", done.text)
        tally.true(f"{name}: no colour off a terminal", b"\x1b" not in done.out, "no escape sequence", done.text)
        tally.equal(f"{name}: stderr", "", done.said)
    broken = worlds.as_file("broken-pod", place)
    ascii_only = program.run("doctor", "--from", broken, env={"LC_ALL": "C"})
    compare(tally, "broken-pod.ascii.txt", ascii_only.text)
    tally.true("a locale without UTF-8", ascii_only.out.isascii(), "ASCII alone", ascii_only.text)
    compare(tally, "broken-pod.colour.txt", program.run("doctor", "--from", broken, "--color=always").text)
    for name in JSON:
        done, _ = program.json("doctor", "--from", worlds.as_file(name, place))
        compare(tally, f"{name}.json", neutral(done.text))
    compare(tally, "checks.txt", program.run("checks").text)
    for check in EXPLAINED:
        compare(tally, f"checks-{check}.txt", program.run("checks", check).text)
    colours(program, tally, broken)


def colours(program, tally, broken):
    plain = program.run("doctor", "--from", broken).out
    for words, env in ((["--color=never"], {}), (["--color=auto"], {}), ([], {"NO_COLOR": "1"}), ([], {"NO_COLOR": ""})):
        tally.true(f"{words} {env}", program.run("doctor", "--from", broken, *words, env=env).out == plain, "the plain text", "another")
    forced = program.run("doctor", "--from", broken, "--color=always", env={"NO_COLOR": "1"}).out
    tally.true("--color=always beside NO_COLOR", b"\x1b[31m" in forced, "colour: the option was given by hand", forced[:200])
