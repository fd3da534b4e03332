# lab: timeout=400
# The pod of `render --test-pod`: its installer and its container's command, taken from the manifest and run as a container
# runtime would, say PASS or FAIL with the reason in one line.
. /lab/lib.sh

readonly LIMIT=8388608
readonly FOLDER=/opt/railhead
# What containerd and CRI-O give a container that asks for nothing.
readonly USUAL=chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,sys_chroot,mknod,audit_write,setfcap

# The pod's interface of the rail, as Multus names it.
rail_device() { echo "net$(($1 + 1))"; }

# pod WAY: the test pod of a job whose profile has this way to pin memory, in /tmp/pod.json, with its volume as the installer
# leaves it.
pod() {
    cat >/tmp/railhead.yaml <<END
apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: trial, namespace: lab}
spec:
  image: registry.example/trial:1
  command: [torchrun, trial.py]
  cluster:
    rails: [{network: east, resource: vendor.example/east}]
    memlock: {via: $1}
END
    railhead render /tmp/railhead.yaml --test-pod -o json >/tmp/pod.json || die "render failed"
    rm -f $FOLDER/* /opt/doctor/*
    contained initContainers || die "the installer failed"
}

# contained LIST OPTION...: the command of the first container in the LIST (containers, initContainers) of the pod, with the
# capabilities and privileges that the manifest gives it; OPTIONs are setpriv's.
contained() {
    python3 -c '
import json, os, sys
container = json.load(open("/tmp/pod.json"))["items"][-1]["spec"][sys.argv[1]][0]
security = container["securityContext"]
capabilities = security["capabilities"]
given = [] if "ALL" in capabilities.get("drop", []) else sys.argv[2].split(",")
given = ",".join(["-all", *("+" + name.lower() for name in given + capabilities.get("add", []))])
words = ["/usr/bin/setpriv", "--bounding-set", given, "--inh-caps", "-all", *sys.argv[3:]]
words += ["--no-new-privs"] * (security.get("allowPrivilegeEscalation") is False)
os.execv(words[0], [*words, "--", *container["command"]])
' "$1" "$USUAL" "${@:2}"
}

# tried CASE [OPTION...]: what the pod says here, as a container with a /dev/shm of its own.
tried() {
    new_case "$1"
    contained containers "${@:2}" >"$CASE/log" 2>&1
    record code $?
    record lines "$(grep -cE '^(PASS|FAIL)' "$CASE/log")"
    record said "$(tail -n 1 "$CASE/log" | sed 's/\.[0-9]*\.tmp/.N.tmp/')"
    rm -f /dev/shm/railhead.env
}
user=(--reuid 1000 --regid 1000 --clear-groups)

# The pod's volumes.
mkdir -p $FOLDER /opt/doctor
trap 'umount $FOLDER /opt/doctor; rmdir $FOLDER /opt/doctor' EXIT
mount -t tmpfs -o mode=777 tmpfs $FOLDER && mount -t tmpfs -o mode=777 tmpfs /opt/doctor || die "no volumes"
prlimit --pid $$ --memlock=$LIMIT:$LIMIT || die "no limit of 8 MiB"

pod ipc-lock
tried no-interface
ip link add net1 type dummy
tried no-device
ip link delete net1
rail_up 0
tried pass
pod none
tried cannot-pin
mount -t tmpfs -o ro tmpfs /dev/shm
tried exec-failed
umount /dev/shm

pod sys-resource
tried sys-resource
pod launcher
tried launcher-without-capabilities "${user[@]}"
cp -r /lab/bin /lab/launcher
setcap cap_ipc_lock,cap_sys_resource+p /lab/launcher/railhead || die "setcap failed"
PATH=/lab/launcher:$PATH pod launcher
tried launcher "${user[@]}"
tried launcher-root
mount -o remount,ro /opt/doctor
tried launcher-no-copy "${user[@]}"
mount -o remount,rw /opt/doctor

pod ipc-lock
rail_down 0
tried port-down
