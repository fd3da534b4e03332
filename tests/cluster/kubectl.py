"""kubectl of one version against the server, with a home and a cache of its own."""
import json
import subprocess

SECONDS = 120


class Kubectl:
    def __init__(self, name, program, server):
        self.name, self.program = name, program
        home = server.folder / name.replace(" ", "-")
        home.mkdir()
        self.environ = {"HOME": str(home), "KUBECONFIG": str(server.kubeconfig), "PATH": "/usr/bin:/bin"}

    def run(self, *words, text=None):
        return subprocess.run([str(self.program), *map(str, words)], input=text, capture_output=True, text=True, timeout=SECONDS,
                              env=self.environ)

    def tried(self, files):
        """{file: its objects as the server would store them, or what it said against them}; `files` maps each to its number of objects."""
        return self._tried(list(files), files) if files else {}

    def _tried(self, names, files):
        """All in one call, since most of what a call costs is learning what the server has; in halves where something is refused."""
        done = self.run("apply", "--dry-run=server", "-o", "json", *(word for name in names for word in ("-f", name)))
        if done.returncode != 0 and len(names) > 1:
            half = len(names) // 2
            return {**self._tried(names[:half], files), **self._tried(names[half:], files)}
        if done.returncode != 0:
            return {names[0]: done.stderr.strip() or f"exit code {done.returncode}"}
        objects = _objects(done.stdout)
        if len(objects) != sum(files[name] for name in names):
            return {name: f"{len(objects)} objects came back for {names}" for name in names}
        answers = {}
        for name in names:
            answers[name], objects = objects[:files[name]], objects[files[name]:]
        return answers


def _objects(text):
    """`-o json` gives one object, or a List of several."""
    answer = json.loads(text)
    return answer["items"] if answer["kind"] == "List" else [answer]
