"""What was planted as a secret leaves the machine in no output: neither in a snapshot nor in anything doctor prints."""
import base64
import re

import trees

PLANTED = {
    "HF_TOKEN": "hf_Planted0001",
    "AWS_SECRET_ACCESS_KEY": "Planted0002/x+y",
    "DB_PASSWORD": "Planted0003",
    "MYSQL_PWD": "Planted0004",
    "HTTPS_PROXY": "http://user:Planted0005@proxy.test:3128",
    "NVIDIA_API_KEY": "nvapi-Planted0006",
    "OPENSHIFT_BUILD_SOURCE": "https://builder:Planted0007@git.test/repo.git",
    "SLURM_JOB_TOKEN": "Planted0008",
    "KUBERNETES_SERVICE_TOKEN": "Planted0009",
    "MASTER_ADDR": "tcp://user:Planted0010@master.test",
    "OMPI_MCA_auth_secret": "Planted0011",
    "UNKNOWN_THING": "Planted0012",
    "HOSTNAME_NOTE": "two lines\nPASSWORD=Planted0013",
    "FI_PROVIDER_PATH": "https://files.test/x?token=Planted0014",
}
KEPT = {"NCCL_IB_HCA": "=mlx5_0:1", "UCX_NET_DEVICES": "mlx5_0:1", "PCIDEVICE_OPENSHIFT_IO_RAIL1": "0000:3d:00.2", "WORLD_SIZE": "16"}
CMDLINE = ('BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro rd.luks.key=Planted0020 inst.ks=https://me:Planted0021@files.test/ks.cfg quiet '
           'netroot=iscsi:me:Planted0022@10.0.0.1::3260 rd.iscsi.password=Planted0023 systemd.set_credential="a b:Planted0024 c" '
           'rootflags=username=me,password=Planted0025,vers=3 cifsroot=//10.0.0.1/share,user=me,pass=Planted0026 '
           'fetch=https://files.test/img?token=Planted0027 api-token="Planted0028 word" PASSWORD=Planted0029 inst.vncpassword=Planted0030 '
           'iommu=pt iommu.passthrough=1 console=ttyS0,115200n8\n')
MOUNTS = ("36 35 98:0 / / rw,noatime - ext4 /dev/root rw\n"
          "40 36 0:50 / /data rw - cifs //files.test/share rw,username=me,password=Planted0031,pass=Planted0032\n"
          "41 36 0:51 / /more rw - fuse.s3 bucket rw,secret_key=Planted0033,url=https://me:Planted0034@s3.test/\n")
CONF = ("# Planted0041\nNCCL_IB_HCA==mlx5_0:1\nHF_TOKEN=Planted0042\nUCX_LOG_FILE=https://me:Planted0043@files.test/\n"
        "Planted0044 is no setting\nsite=Planted0045\n")
SECRET = re.compile(r"Planted00\d\d")


def decoded(text):
    """The snapshot with its base64 entries in clear beside it."""
    parts = [text]
    for body in re.findall(r"^-- [^\n]* \(base64\) --\n([A-Za-z0-9+/=\n]*)", text, re.MULTILINE):
        parts.append(base64.b64decode(body.replace("\n", "")).decode(errors="replace"))
    return "\n".join(parts)


def clean(tally, what, text):
    found = sorted(set(SECRET.findall(text)))
    lines = [line for line in text.splitlines() if SECRET.search(line)]
    tally.true(f"{what}: secrets", not found, "none of them", f"{found} in {lines[:5]}")


def everywhere(program, tally, what, source, env, place):
    """The snapshot, and doctor in both forms, of one machine; gives the snapshot."""
    path = place / "secrets.snapshot"
    path.unlink(missing_ok=True)
    taken = program.run("snapshot", *source, path, env=env)
    tally.equal(f"{what}: exit code", 0, taken.status)
    text = decoded(path.read_text())
    clean(tally, f"snapshot of {what}", text)
    for options in ([], ["-o", "json"], ["--probe=off", "-o", "json"], ["--only", "memlock"]):
        done = program.run("doctor", *source, *options, env=env)
        clean(tally, f"doctor {' '.join(options)} of {what}", done.text + done.said)
    clean(tally, f"doctor --from the snapshot of {what}", program.run("doctor", "--from", path, "-o", "json").text)
    return text


def test(program, tally, place):
    environ = {**PLANTED, **KEPT}
    text = everywhere(program, tally, "this machine", [], environ, place)
    for name, value in KEPT.items():
        tally.contains(f"a variable that is kept: {name}", f"{name}={value}\n", text)
    root = place / "root"
    trees.process(root)
    trees.device(root, "mlx5_0")
    trees.put(root, "proc/cmdline", CMDLINE)
    trees.put(root, "proc/self/mountinfo", MOUNTS)
    trees.put(root, "proc/self/environ", "\0".join(f"{name}={value}" for name, value in environ.items()) + "\0")
    trees.put(root, "etc/nccl.conf", CONF)
    text = everywhere(program, tally, "a tree", ["--root", root], {}, place)
    tally.contains("kept of nccl.conf", "NCCL_IB_HCA==mlx5_0:1\n", text)
    for part in ("iommu=pt", "iommu.passthrough=1", "console=ttyS0,115200n8", "vers=3", "@files.test/ks.cfg", "//files.test/share"):
        tally.contains(f"kept of the command line and mounts: {part}", part, text)
    for name, value in KEPT.items():
        tally.contains(f"kept of a tree: {name}", f"{name}={value}\n", text)
