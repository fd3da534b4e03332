# lab: nodes=2 rails=2 timeout=300
# A real MPI job over verbs: Open MPI and UCX, one rank a node, both ends started as root by exec, which raises the limit and
# becomes uid 1000. What exec sets (UCX_NET_DEVICES, OMPI_MCA_*) is all that the job is told, beside UCX_TLS; and without exec,
# with the same settings, the same job cannot pin what UCX wants.
. /lab/lib.sh
rails_up
chmod 666 /dev/infiniband/* || die "no device nodes for uid 1000"
prlimit --pid $$ --memlock=8388608:8388608 || die "no limit of 8 MiB"
export HOME=/tmp NODE
# UCX tells by the service level of a completion, as mlx5 fills it, which header came before a datagram; rxe does not, and UCX
# would silently drop every datagram between IPv4 GIDs.
export UCX_UD_VERBS_ETH_DGID_CHECK=n

# mpirun's way to the other node, in place of ssh: a shell of root behind a port of the rail.
cat >/tmp/agent <<'AGENT'
#!/bin/sh
host=$1
shift
echo "$*" | busybox nc "$host" 2222
AGENT
chmod 755 /tmp/agent

EXEC="railhead exec --user 1000:1000 --require memlock=unlimited --require rdma --"
USER_ONLY="/usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --"

# Over all rails: UCX splits large messages where it has several.
packets() { cat /sys/class/infiniband/rxe*/ports/1/hw_counters/"$1"_pkts | awk '{ sum += $1 } END { print sum }'; }

has_said() { cat "$CASE/stdout" "$CASE/stderr" | grep -q "$1"; }

REFUSED='ibv_reg_mr.*Cannot allocate memory'

# job CASE LAUNCHER TRANSPORTS SECONDS [UNTIL]: the ping-pong, called on both nodes; LAUNCHER starts mpirun here and orted there.
# With UNTIL the job is stopped once it has said that.
job() {
    new_case "$1"
    local launcher=$2 sent received
    sent=$(packets sent) received=$(packets rcvd)
    if [ "$NODE" = 1 ]; then
        busybox nc -l -p 2222 -e bash 2>"$CASE/stderr" &
        wait_for 20 port_is_listening 2222 || die "nc does not listen"
    fi
    barrier "$1.begin" || exit 1
    if [ "$NODE" = 0 ]; then
        local began=$(date +%s)
        timeout "$4" $launcher mpirun --mca plm_rsh_agent /tmp/agent --mca orte_launch_agent "$launcher orted" \
            --host "$(rail_address 0 0),$(rail_address 0 1)" -np 2 -x "UCX_TLS=$3" pingpong >"$CASE/stdout" 2>"$CASE/stderr" &
        local mpirun=$! code
        [ -z "$5" ] || { wait_for "$4" has_said "$5" && kill "$mpirun"; }
        wait "$mpirun"
        code=$?
        [ -n "$5" ] || record code $code
        echo "$1: $(($(date +%s) - began)) s"
        grep -E '^(rank[01]\.[a-z]+|[a-z_]+) [a-z0-9]+$' "$CASE/stdout" >>"$CASE/record"
        has_said "$REFUSED" && record pinning refused
    fi
    barrier "$1.end" $(($4 + 30)) || exit 1
    record sent $(($(packets sent) - sent))
    record received $(($(packets rcvd) - received))
}

barrier up || exit 1
job rc "$EXEC" rc_v,self 90
job ud "$EXEC" ud_v,self 90
# UCX goes on trying where it could not pin, without end.
job without-exec "env OMPI_MCA_pml=ucx OMPI_MCA_btl=^openib UCX_NET_DEVICES=rxe0:1 $USER_ONLY" rc_v,self 90 "$REFUSED"
