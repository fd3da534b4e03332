"""The whole bed: etcd, API server, controllers, scheduler, and nodes on which pods run."""
import contextlib
import pathlib
import time

import processes
import server
from programs import Unavailable, run

from . import access, images, machine, names, slot

READY_SECONDS = 90


class Bed:
    """`server` as in the bed without nodes; `machines` are the nodes."""

    def __init__(self, taken, running, machines):
        self.slot, self.server, self.machines = taken, running, machines
        self.folder = taken.folder
        self.image = images.IMAGE
        self.seconds = 0  # from nothing to Ready

    def user(self, name):
        """Who a kubectl is: `admin`, `dev` (see access.py) or `gone`, whose token nobody knows any more."""
        return access.User(self.server, name)

    def is_ready(self, each):
        found = self.server.object(f"/api/v1/nodes/{each.name}")
        return any(one["type"] == "Ready" and one["status"] == "True" for one in (found or {}).get("status", {}).get("conditions", []))


@contextlib.contextmanager
def started(binary, nodes=1, nri=None):
    """A cluster whose nodes are Ready and have images with `binary`. With `nri`, the text of a policy, each runs `railhead nri` too.
    Raises Unavailable in one line where the machine cannot have it."""
    begun = time.monotonic()
    with slot.taken(nodes) as taken, contextlib.ExitStack() as control, contextlib.ExitStack() as pods:  # pods end first
        found = machine.Programs()
        image = images.written(taken.folder / "images.tar", binary)
        _write_client_key(taken.folder)
        machines, plugin = [], _plugin(binary, taken.folder, nri)
        for number in range(nodes):
            machines.append(machine.Machine(taken, number, found, image, plugin))
            pods.callback(machines[-1].stop)
        flags = (f"--kubelet-client-certificate={taken.folder}/kubelet-client.crt", f"--kubelet-client-key={taken.folder}/kubelet-client.key",
                 "--kubelet-preferred-address-types=InternalIP")
        answering = control.enter_context(server.started(found.etcd, found.apiserver, taken.folder, flags, access.TOKENS))
        for name, command in _controllers(taken.folder, found).items():
            control.callback(processes.stop, processes.start(taken.folder, name, command))
        bed = Bed(taken, answering, machines)
        control.enter_context(names.served(answering, f"{taken.network}.1"))
        for each in machines:
            each.say("nri kubelet" if plugin else "kubelet")
        _wait(bed)
        bed.seconds = time.monotonic() - begun
        yield bed


def _plugin(binary, folder, policy):
    """By an absolute path: the node runs it from elsewhere."""
    if policy is None:
        return None
    (folder / "nri.yaml").write_text(policy)
    return [pathlib.Path(binary).resolve(), "nri", "--policy", folder / "nri.yaml", "--log", "all", "--metrics", "off"]


def _write_client_key(folder):
    """By which kubelets know the API server; signed by itself, so that it is all that they trust."""
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=apiserver", "-days", "30",
        "-keyout", folder / "kubelet-client.key", "-out", folder / "kubelet-client.crt")


def _controllers(folder, found):
    common = [f"--kubeconfig={folder}/kubeconfig", "--leader-elect=false", "--bind-address=127.0.0.1", "--port=0", f"--cert-dir={folder}/certificates"]
    manager, scheduler = processes.free_ports(2)
    return {
        "controller-manager": [found.manager, *common, f"--secure-port={manager}",
                               f"--service-account-private-key-file={folder}/accounts.key", f"--root-ca-file={folder}/certificates/apiserver.crt",
                               "--use-service-account-credentials=false", "--controllers=*,-nodeipam,-route,-service"],
        "scheduler": [found.scheduler, *common, f"--secure-port={scheduler}"]}


def _wait(bed):
    end = time.monotonic() + READY_SECONDS
    while waiting := [each for each in bed.machines if not bed.is_ready(each)]:
        dead = [each for each in waiting if not each.is_running()]
        if dead or time.monotonic() > end:
            each = (dead or waiting)[0]
            raise Unavailable(f"{each.name} {'died' if dead else f'was not Ready in {READY_SECONDS} s'}: {each.last_words()}")
        time.sleep(0.1)
