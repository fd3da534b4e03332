# lab: timeout=300
# `railhead oci-hook` at createRuntime, with its default policy, run by runc and crun: a container of user 1000 without capabilities
# that has the RDMA device registers 256 MiB; one without the device keeps its limit. A limit in config.json wins on runc.
. /lab/lib.sh
rail_up 0
prlimit --pid $$ --memlock=8388608:8388608 || die "no limit of 8 MiB"
readonly BYTES=268435456 PLACE=/tmp/oci
mkdir -p $PLACE/root/{proc,dev,sys,tmp,usr,lib,lib64,etc/libibverbs.d,lab/bin}
ln -s usr/bin $PLACE/root/bin

# bundle CASE KIND DEVICES HOOKS RLIMITS: a container that says its limit, its capabilities and what becomes of 256 MiB.
bundle() {
    local folder binds='' names='' name
    for folder in /usr /lib /lib64 /etc/libibverbs.d /lab/bin /sys; do
        binds+=",{\"destination\":\"$folder\",\"type\":\"bind\",\"source\":\"$folder\",\"options\":[\"rbind\",\"ro\"]}"
    done
    # Not the network's: rxe knows one alone.
    for name in pid ipc uts mount; do names+="${names:+,}{\"type\":\"$name\"}"; done
    mkdir -p "$PLACE/$1"
    cat >"$PLACE/$1/config.json" <<JSON
{"ociVersion": "1.0.2",
 "process": {"terminal": false, "user": {"uid": 1000, "gid": 1000}, "cwd": "/", "env": ["PATH=/lab/bin:/usr/bin"], "capabilities": {},
   "rlimits": [$5],
   "args": ["/usr/bin/busybox", "sh", "-c", "ulimit -l; busybox grep CapEff /proc/self/status; pin $2 $BYTES"]},
 "root": {"path": "$PLACE/root"},
 "mounts": [{"destination": "/proc", "type": "proc", "source": "proc"},
   {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"]} $binds],
 "hooks": {$4},
 "linux": {"namespaces": [$names], "devices": [$3],
   "resources": {"devices": [{"allow": true, "type": "c", "access": "rwm"}]}}}
JSON
}

uverbs=$(stat -c '"major":%Hr,"minor":%Lr' /dev/infiniband/uverbs0) || die "no uverbs0"
readonly DEVICE="{\"path\":\"/dev/infiniband/uverbs0\",\"type\":\"c\",$uverbs,\"fileMode\":438,\"uid\":0,\"gid\":0}"
readonly LOW='{"type":"RLIMIT_MEMLOCK","soft":8388608,"hard":8388608}'
hook() { echo "\"$1\":[{\"path\":\"/lab/bin/railhead\",\"args\":[\"railhead\",\"oci-hook\",\"--log\",\"$CASE/hook.log\"],\"timeout\":5}]"; }

# try RUNTIME CASE KIND DEVICES HOOKED [RLIMITS]
try() {
    local said hooks=
    new_case "$1-$2"
    [ "$5" = no ] || hooks=$(hook createRuntime)
    bundle "$1-$2" "$3" "$4" "$hooks" "$6"
    said=$(LD_LIBRARY_PATH=/lab/bin "$1" --root "$PLACE/$1" run --bundle "$PLACE/$1-$2" "$1-$2" 2>"$CASE/runtime.err") ||
        echo "$1-$2: $(cat "$CASE/runtime.err")"
    record limit "$(sed -n 1p <<<"$said")"
    record capabilities "$(sed -n '2s/.*:[[:space:]]*//p' <<<"$said")"
    record "$3" "$(sed -n 3p <<<"$said")"
    record applied "$(grep -o '"applied":[a-z]*' "$CASE/hook.log" 2>/dev/null | cut -d: -f2)"
}

try runc no-hook mr "$DEVICE" no
for runtime in runc crun; do
    try $runtime device mr "$DEVICE" yes
    try $runtime no-device mlock '' yes
    try $runtime config-sets mr "$DEVICE" yes "$LOW"
done
