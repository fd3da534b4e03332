# lab: timeout=300
# containerd with `railhead nri` and its default policy: a container of user 1000 without capabilities that has the RDMA device
# registers 256 MiB; one without the device keeps its limit, and so does one with it that was made while no plugin ran.
. /lab/lib.sh
rail_up 0
chmod 666 /dev/infiniband/* || die "no device nodes for uid 1000"
prlimit --pid $$ --memlock=8388608:8388608 || die "no limit of 8 MiB"
containers /lab/bin/railhead /lab/bin/pin "$OUT" || die "the containers could not be tried"
