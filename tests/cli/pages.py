"""docs/checks is what `railhead checks --pages` writes."""
import pathlib

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs/checks"
AGAIN = "railhead checks --pages docs/checks"


def read(folder):
    return {path.name: path.read_text() for path in sorted(folder.glob("*.md"))}


def test(program, tally, place):
    done = program.run("checks", "--pages", place)
    tally.true("checks --pages", done.status == 0 and not done.out, "exit 0, nothing on stdout", f"{done.status} {done.said}")
    made, kept = read(place), read(DOCS)
    _, catalogue = program.json("checks")
    ids = {check["id"] + ".md" for check in catalogue["checks"]} if catalogue else set()
    tally.equal("a page for each check, and an index", ids | {"README.md"}, set(made))
    if not tally.true("docs/checks", kept, f"pages there; make them with '{AGAIN}'", "none"):
        return
    tally.equal(f"docs/checks: pages without a check ({AGAIN})", [], sorted(set(kept) - set(made)))
    for name, text in made.items():
        tally.same_text(f"docs/checks/{name} ({AGAIN})", text, kept.get(name, ""))
