#!/usr/bin/env python3
"""Replays captured machines through `railhead doctor --root` and compares the facts with those of an independent reader.

    replay.py BINARY [MACHINES]

MACHINES holds facts.py, whose main(ROOT) gives the right facts of a tree, and one folder a machine with its tree in root/; a
machines.tar.xz there is unpacked first. A machine without root/ is skipped. Prints one line a mismatch, then the counts.
"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

EXIT_CODES = (0, 1, 3)  # fine, findings, not determined; everything else is a crash or a refusal
KFD = {'nodes': 'kfd_gpu_nodes', 'cards': 'kfd_distinct_bdf'}
STATES = {'0': 'NOP', '1': 'DOWN', '2': 'INIT', '3': 'ARMED', '4': 'ACTIVE', '5': 'ACTIVE_DEFER'}


def known(value):
    """The value of a fact, None for one that is missing: facts.py does not tell the reasons apart."""
    return None if isinstance(value, dict) and 'missing' in value else value


def after_colon(text):
    """'5: LinkUp' as 'LinkUp'."""
    return text.split(':', 1)[1].strip() if text and ':' in text else None


class Machine:
    """One machine: what facts.py says, what the program says, and where they differ."""

    def __init__(self, name, want, report):
        self.name, self.want, self.report, self.mismatches = name, want, report, []

    def differ(self, text):
        self.mismatches.append(f'{self.name}: {text}')

    def same(self, what, want, got):
        if want != got:
            self.differ(f'{what}: expected {want!r}, found {got!r}')

    def compare(self):
        facts = self.report['facts']
        listed = {function['address'] for function in known(facts['pci']['functions']) or []}
        missing = [address for address in self.want['rdma_capable_pci_functions'] if address not in listed]
        self.same('PCI functions that could carry RDMA and are not listed', [], missing)
        nodes = [(node['node'], known(node['cpus'])) for node in known(facts['numa']) or []]
        self.same('NUMA nodes', [(node['node'], node['cpulist']) for node in self.want['numa_nodes']], nodes)
        self.devices(known(facts['rdma']['devices']) or [])
        self.gpus(known(facts['gpu']['gpus']) or [])
        kfd = known(facts['gpu']['kfd']) or {}
        for ours, theirs in KFD.items():
            self.same(f'kfd {ours}', self.want.get(theirs), kfd.get(ours))
        self.errors()

    def devices(self, devices):
        self.same('RDMA devices', [d['name'] for d in self.want['rdma_devices']], [d['name'] for d in devices])
        for want, got in zip(self.want['rdma_devices'], devices):
            pairs = {'pci': 'pci', 'driver': 'driver', 'vf_of': 'physical_function', 'fw_ver': 'firmware', 'numa_node': 'numa_node'}
            for theirs, ours in pairs.items():
                self.same(f'{want["name"]} {ours}', want.get(theirs), known(got[ours]))
            netdevs = known(got['netdevs'])
            self.same(f'{want["name"]} netdevs', want.get('netdevs'), None if netdevs is None else sorted(netdevs))
            self.ports(want, got)

    def ports(self, device, got):
        self.same(f'{device["name"]} ports', [p['port'] for p in device['ports']], [p['port'] for p in got['ports']])
        for want, port in zip(device['ports'], got['ports']):
            name = f'{device["name"]}/{want["port"]}'
            self.same(f'{name} state', STATES.get((want.get('state') or ' ')[0]), known(port['state']))
            self.same(f'{name} physical state', after_colon(want.get('phys_state')), known(port['physical_state']))
            self.same(f'{name} rate', want.get('rate') or None, known(port['rate']))
            self.same(f'{name} link layer', want.get('link_layer') or None, known(port['link_layer']))
            gids = known(port['gids']) or {}
            self.same(f'{name} GID slots', want.get('gid_entries'), gids.get('size'))
            self.same(f'{name} GIDs set', want.get('gid_nonzero'), len(gids['entries']) if gids else None)

    def gpus(self, gpus):
        self.same('GPUs', [g['pci'] for g in self.want['gpus']], [g['pci'] for g in gpus])
        for want, got in zip(self.want['gpus'], gpus):
            self.same(f'{want["pci"]} NUMA node', want['numa_node'], known(got['numa_node']))
            self.same(f'{want["pci"]} driver', want['driver'], known(got['driver']))
            nearest = known(got['nearest']) or {}
            self.same(f'{want["pci"]} distance', want.get('distance'), nearest.get('distance'))
            nics = want.get('nearest_nics', want.get('nearest_nic_pci', []))
            self.same(f'{want["pci"]} nearest NICs', sorted(nics), sorted(nearest.get('nics', [])))

    def errors(self):
        """No finding is an error unless the tree itself shows the fault."""
        none = not self.want['rdma_devices'] and bool(self.want['rdma_capable_pci_functions'])
        down = [p for d in self.want['rdma_devices'] for p in d['ports'] if not (p.get('state') or '4').startswith('4')]
        justified = {'hca.none': none, 'host.rdma-modules-missing': none, 'port.not-active': bool(down)}
        for finding in self.report['findings']:
            if finding['verdict'] != 'violated' or finding['severity'] != 'error' or justified.get(finding['id']):
                continue
            self.differ(f'false error {finding["id"]}: {finding["subject"]}: {finding["message"]}')


def replay(binary, reader, folder):
    """The mismatches of one machine."""
    root = folder / 'root'
    command = [binary, 'doctor', '--root', str(root), '-o', 'json', '--probe=off']
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return [f'{folder.name}: doctor did not end within 60 s']
    if done.returncode not in EXIT_CODES:
        return [f'{folder.name}: doctor ended with {done.returncode}: {done.stderr.strip()[:200]}']
    try:
        machine = Machine(folder.name, reader.main(str(root)), json.loads(done.stdout))
        machine.compare()
    except (ValueError, KeyError, TypeError) as problem:
        return [f'{folder.name}: the output has not the form expected: {problem!r}']
    return machine.mismatches + environment(binary, folder.name, root, machine.report)


def environment(binary, name, root, report):
    """What env would set: only ports that doctor sees, all of one link layer and rate, and none where doctor knows that there is none."""
    done = subprocess.run([binary, 'env', '--root', str(root), '-o', 'json', '--probe=off'], capture_output=True, text=True, timeout=60, check=False)
    if done.returncode != 0:
        return [f'{name}: env ended with {done.returncode}: {done.stderr.strip()[:200]}']
    plan = json.loads(done.stdout)
    ports = {f'{device["name"]}:{port["port"]}': port for device in known(report['facts']['rdma']['devices']) or [] for port in device['ports']}
    wrong = [f'{name}: env takes {hca}, which is not there' for hca in plan['hcas'] if hca not in ports]
    chosen = [ports[hca] for hca in plan['hcas'] if hca in ports]
    for what in ('link_layer', 'rate'):
        if len({known(port[what]) for port in chosen}) > 1:
            wrong.append(f'{name}: env takes ports that differ in {what}: {plan["hcas"]}')
    wrong += [f'{name}: env takes {hca}, which is {known(ports[hca]["state"])}' for hca in plan['hcas'] if known(ports[hca]['state']) != 'ACTIVE']
    missing = set(ports) - set(plan['hcas']) - {out['name'] for out in plan['left_out']}
    if missing and plan['transport'] != 'efa':
        wrong.append(f'{name}: env says nothing of {sorted(missing)}')
    if plan['transport'] == 'tcp' and report['verdict']['transport'] == 'unknown' and not any(s['origin'] == 'user' for s in plan['settings']):
        wrong.append(f'{name}: env is sure of TCP where doctor is not: {plan["why"]}')
    return wrong


def main(binary, machines):
    machines = pathlib.Path(machines)
    spec = importlib.util.spec_from_file_location('facts', machines / 'facts.py')
    reader = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reader)
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    with tempfile.TemporaryDirectory() as unpacked:
        archive = machines / 'machines.tar.xz'
        if archive.exists():
            with tarfile.open(archive) as content:
                content.extractall(unpacked)
        folders = sorted(pathlib.Path(unpacked if archive.exists() else machines).iterdir())
        for folder in (f for f in folders if f.is_dir()):
            if not (folder / 'root').is_dir():
                counts['skipped'] += 1
                continue
            mismatches = replay(binary, reader, folder)
            counts['failed' if mismatches else 'passed'] += 1
            for line in mismatches:
                print(line)
    print('machines: ' + ', '.join(f'{count} {what}' for what, count in counts.items()))
    return 1 if counts['failed'] or not counts['passed'] else 0


if __name__ == '__main__':
    if len(sys.argv) == 2:
        print('skipped machines: the captured machines lie outside the repository; RAILHEAD_TESTDATA names their folder')
        print('machines: 0 passed, 0 failed, 1 skipped')
        sys.exit(0)
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
