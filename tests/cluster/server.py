"""etcd and kube-apiserver on loopback, with ports, keys and folders of their own; gone when the block ends."""
import contextlib
import json
import pathlib
import shutil
import ssl
import tempfile
import time
import urllib.error
import urllib.request

import processes
from programs import PLACE, Unavailable, run

READY_SECONDS = 60
TOKEN = "railhead-tests"
# Nothing here makes the service accounts of a namespace, so that their admission would refuse every pod.
ALONE = ("--disable-admission-plugins=ServiceAccount",)


class Server:
    """`kubeconfig` reaches it as system:masters; `folder` holds its logs while it runs."""

    def __init__(self, folder, port):
        self.folder, self.port = folder, port
        self.kubeconfig = folder / "kubeconfig"
        self.authority = folder / "certificates/apiserver.crt"
        self.running, self.command = [], []  # etcd and the API server, and how that is started

    def kill(self):
        """Ends the API server on the spot; etcd keeps what it had."""
        self.running[1].kill()
        self.running[1].wait()

    def revive(self):
        """Starts it again, and waits until it answers."""
        self.running[1] = processes.start(self.folder, "apiserver", self.command)
        _wait(self, self.running)

    def write_kubeconfig(self, path=None, token=TOKEN):
        """For whoever has that token."""
        (path or self.kubeconfig).write_text(f"""apiVersion: v1
kind: Config
clusters: [{{name: tests, cluster: {{server: "https://127.0.0.1:{self.port}", certificate-authority: "{self.authority}"}}}}]
users: [{{name: tests, user: {{token: {token}}}}}]
contexts: [{{name: tests, context: {{cluster: tests, user: tests}}}}]
current-context: tests
""")

    def answer(self, path):
        """What it answers to a GET, or None."""
        if not self.authority.exists():
            return None
        asked = urllib.request.Request(f"https://127.0.0.1:{self.port}{path}", headers={"Authorization": f"Bearer {TOKEN}"})
        try:
            with urllib.request.urlopen(asked, timeout=5, context=ssl.create_default_context(cafile=str(self.authority))) as answer:
                return answer.read().decode()
        except (OSError, urllib.error.URLError):
            return None

    def object(self, path):
        """The object at that path, or None."""
        text = self.answer(path)
        return json.loads(text) if text is not None else None


@contextlib.contextmanager
def started(etcd, apiserver, folder=None, flags=ALONE, tokens=""):
    """A server that answers; raises Unavailable with the end of its log where it does not come up. Logs and data go to `folder`, which
    is removed in the end; `tokens` are lines of a token file beside the master's."""
    PLACE.mkdir(parents=True, exist_ok=True)
    folder = folder or pathlib.Path(tempfile.mkdtemp(prefix="run-", dir=PLACE))
    client, peer, port = processes.free_ports(3)
    server = Server(folder, port)
    running = server.running
    try:
        (folder / "tokens.csv").write_text(f'{TOKEN},tests,tests,"system:masters"\n{tokens}')
        run("openssl", "genrsa", "-out", folder / "accounts.key", "2048")
        running.append(processes.start(folder, "etcd", _etcd(etcd, folder, client, peer)))
        server.command = [*_apiserver(apiserver, folder, client, port), *flags]
        running.append(processes.start(folder, "apiserver", server.command))
        _wait(server, running)
        server.write_kubeconfig()
        yield server
    finally:
        for process in reversed(running):
            processes.stop(process)
        shutil.rmtree(folder, ignore_errors=True)


def _etcd(program, folder, client, peer):
    return [program, "--data-dir", folder / "etcd", "--listen-client-urls", f"http://127.0.0.1:{client}", "--advertise-client-urls",
            f"http://127.0.0.1:{client}", "--listen-peer-urls", f"http://127.0.0.1:{peer}", "--initial-advertise-peer-urls",
            f"http://127.0.0.1:{peer}", "--initial-cluster", f"default=http://127.0.0.1:{peer}"]


def _apiserver(program, folder, client, port):
    """It signs its own certificate; whoever knows the token is its master."""
    return [program, f"--etcd-servers=http://127.0.0.1:{client}", "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1",
            f"--secure-port={port}", f"--cert-dir={folder}/certificates", f"--token-auth-file={folder}/tokens.csv", "--authorization-mode=RBAC",
            "--service-cluster-ip-range=10.96.0.0/16", f"--service-account-key-file={folder}/accounts.key",
            f"--service-account-signing-key-file={folder}/accounts.key", "--service-account-issuer=https://kubernetes.default.svc",
            "--allow-privileged=true", "--endpoint-reconciler-type=none", "--profiling=false"]


def _wait(server, running):
    end = time.monotonic() + READY_SECONDS
    while server.answer("/readyz") is None:
        dead = any(process.poll() is not None for process in running)
        if dead or time.monotonic() > end:
            name = "etcd" if running[0].poll() is not None else "apiserver"
            raise Unavailable(f"the server {'died' if dead else f'was not ready in {READY_SECONDS} s'}: {processes.last_words(server.folder, name)}")
        time.sleep(0.1)
