#!/usr/bin/env python3
"""Puts sources together into few translation units, for builds whose time goes into reading headers.

usage: cmake/unity.py FOLDER PREFIX SOURCE...

Writes FOLDER/PREFIX_N.cc, those that changed alone, and prints their paths with a ';' between. A unit has the #includes of its
sources, then their text. A name that a source has for itself (in an unnamed namespace) and another one of its unit uses as well gets
a number: "judge" of the 17th is "judge_17". The text of sources is as clang-format leaves it: what starts in the first column stands
in a namespace.
"""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 12
LAYERS = {folder.name for folder in (ROOT / "src").iterdir() if folder.is_dir()}
FOUND_BY_TYPE = ("PrintTo",)  # functions that libraries call for types of ours
END = "// namespace"  # behind the brace of an unnamed one
TEXT = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|'(?:\\.|[^\\\n])'|"(?:\\.|[^"\\\n])*\"""", re.S)
WORD = r"(?<![\w.:>])[A-Za-z_]\w*|(?<=[^-]>)[A-Za-z_]\w*"  # no member's, nothing that is qualified
FREE = re.compile(WORD)
TOKEN = re.compile(f"{TEXT.pattern}|(?P<word>{WORD})", re.S)
MEMBER = re.compile(r"(?:\.|->|::)(\w+)")
STRUCT = re.compile(r"^ *(?:struct|class|enum) .*\{", re.M)
INCLUDE = re.compile(r'^#include (?:<(.+)>|"(.+\.h)")$', re.M)
ALIAS = re.compile(r"^(?:using|namespace) (\w+) = (.*);|^using (?:namespace )?([\w:]+);")
TYPE = re.compile(r"^(?:template <.*> )?(?:struct|class|enum class|enum|union) (\w+)")
FUNCTION = re.compile(r"^[^=(]*?(?<![\w:])(\w+)\(")
MEMBER_OF = re.compile(r"^[^=(]*\w::~?\w+\(")  # "Type Class::function(": named in the class
VARIABLE = re.compile(r"\b(?!const\b)(\w+)(?:\[[^\]]*\])? ?(?:[={;]|$)")


class Source:
    """One source: what it includes, which names are its own, which it says.

    own      names of its unnamed namespaces; of a test all names but those of TESTs
    aliases  name -> what it stands for; these cannot be renamed
    words    every name that is not a member's, so that what another source has for itself could be meant
    fixed    own names that are members, or overloads of what others may call, as well: they stay as they are
    calls    names of layers that it calls as functions, which are found by the type of what they are given ("text(limit)"); where a
             header has brought the namespace of that name, it is found instead
    """

    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.includes = [self._include(*found) for found in INCLUDE.findall(self.text)]
        self.alone = bool(re.search(r"^(?:#(?!include)|using enum )", self.text, re.M))
        bare = TEXT.sub(lambda found: found[0] if found[0] == END else " " if found[0].startswith("/") else '""', self.text)
        self.words = set(FREE.findall(bare))
        self.own, self.aliases = set(), {}
        public = self._names(bare, path.name.endswith("_test.cc"))
        self.calls = {name for name in LAYERS - self.own if re.search(rf"(?<![\w.:>]){name}\(", bare)}
        self.fixed = self.own & (public | (set(MEMBER.findall(bare)) if STRUCT.search(bare) else set()))

    def _include(self, system, own):
        beside = self.path.parent / own
        return f"#include <{system}>" if system else f'#include "{beside if beside.exists() else own}"'

    def layers(self):
        """Folders of src/ whose headers come with its own."""
        return set().union(*(brought(found[1]) for found in INCLUDE.findall(self.text) if found[1]), set())

    def fixture(self):
        """The header that tests of its folder share."""
        return [include for include in self.includes if include.startswith('#include "tests/unit/')]

    def numbered(self, names, number):
        """The text with another name for each of `names`, without the #includes of headers."""
        def renamed(found):
            word = found["word"]
            return f"{word}_{number}" if word in names else found[0]
        return TOKEN.sub(renamed, INCLUDE.sub("", self.text))

    def _names(self, bare, all_own):
        """Fills own and aliases; gives the functions that are everybody's."""
        unnamed, public = all_own, set()
        for line in bare.splitlines():
            if line.startswith("namespace {"):
                unnamed = True
            elif line == "}  " + END:
                unnamed = all_own
            if line.startswith(("}", " ", "#", ")", "/")) or not line.strip():
                continue
            if alias := ALIAS.match(line):
                self.aliases[alias[1] or alias[3].rsplit("::", 1)[-1]] = alias[2] or alias[3]
            elif line.startswith(("TEST", "static_assert", "INSTANTIATE", "namespace", "extern")):
                continue
            elif not unnamed:
                public |= {found[1] for found in [FUNCTION.match(line)] if found}
            elif MEMBER_OF.match(line):
                continue
            elif (found := TYPE.match(line) or FUNCTION.match(line) or VARIABLE.search(line)) and found[1] not in FOUND_BY_TYPE:
                self.own.add(found[1])
        return public


@functools.cache
def brought(header):
    """The folders of src/ whose headers are included by that one, its own among them."""
    file = ROOT / "src" / header
    if not file.exists():
        file = ROOT / header
        if not file.exists():
            return frozenset()
    found = {header.split("/")[0]} if file.is_relative_to(ROOT / "src") else set()
    for _, inner in INCLUDE.findall(file.read_text()):
        if inner:
            found |= brought(inner)
    return frozenset(found)


def clashes(one, other):
    """Whether they can never be in one unit."""
    for source, beside in ((one, other), (other, one)):
        if source.fixed & beside.words or source.calls & beside.layers():
            return True
        if any(name in beside.words and beside.aliases.get(name) != means for name, means in source.aliases.items()):
            return True
    return one.alone or other.alone or one.fixture() != other.fixture()


def units(sources):
    made = []
    for source in sources:
        for unit in made:
            if len(unit) < MOST and not any(clashes(source, beside) for beside in unit):
                unit.append(source)
                break
        else:
            made.append([source])
    return made


def declared():
    """What headers declare, as far as the first column tells: they are all before the sources of a unit."""
    names = set()
    for header in [*ROOT.glob("src/**/*.h"), *ROOT.glob("tests/**/*.h")]:
        source = Source(header)
        source._names(source.text, True)
        names |= source.own
    return names


def text_of(unit, number, taken):
    if len(unit) == 1:
        return f'#include "{unit[0].path}"\n'
    lines = list(dict.fromkeys(include for source in unit for include in source.includes))
    for place, source in enumerate(unit):
        others = set().union(*(beside.words for beside in unit if beside is not source))
        lines += [f'#line 1 "{source.path}"', source.numbered((source.own & (others | taken)) - source.fixed, f"{number}_{place}")]
    return "\n".join(lines) + "\n"


def main():
    folder, prefix = pathlib.Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    taken = declared()
    for number, unit in enumerate(units([Source(pathlib.Path(path)) for path in sys.argv[3:]])):
        file = folder / f"{prefix}_{number}.cc"
        text = text_of(unit, number, taken)
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
        written.append(str(file))
    print(";".join(written))


if __name__ == "__main__":
    main()
