"""The captured machines of RAILHEAD_TESTDATA: each gives the same report by --root and by its snapshot, within the usual bounds."""
import os
import pathlib
import tarfile

import snapshots


def folders(data, place):
    archive = data / "machines.tar.xz"
    if not archive.exists():
        return sorted(path for path in data.iterdir() if (path / "root").is_dir())
    with tarfile.open(archive) as content:
        content.extractall(place)
    return sorted(path.parent for path in place.glob("*/root"))


def test(program, tally, place):
    given = os.environ.get("RAILHEAD_TESTDATA")
    if not given:
        tally.skip("snapshots of captured machines", "RAILHEAD_TESTDATA is not set")
        return
    for folder in folders(pathlib.Path(given) / "machines", place):
        snapshots.same(program, tally, folder.name, folder / "root", place)
