# What scenarios are written with: `. /lab/lib.sh`. Runs in the guest, as root, in bash.
# Set for a scenario: NODE (0 or 1), NODES, RAILS, OUT (what is left there reaches the host), SHARE (seen by both nodes), SCRIPT.

# What an RDMA MTU of 4096 needs, with the headers RoCE v2 puts around it.
RAIL_MTU_DEFAULT=4200

die() {
    echo "$SCRIPT: $*" >&2
    exit 1
}

# new_case NAME: what record and doctor leave from here on goes to $OUT/NAME (`case NAME` in the expectations).
CASE=$OUT
new_case() {
    CASE=$OUT/$1
    mkdir -p "$CASE"
}

# record KEY VALUE...: a line for the expectations (`record KEY VALUE`).
record() {
    echo "$*" >>"$CASE/record"
}

# rail_device N: the network device below rxeN: dumN on one node, the VM's own ethN on two.
rail_device() {
    if [ "$NODES" = 1 ]; then echo "dum$1"; else echo "eth$1"; fi
}

# rail_address N [NODE]: 10.0.<100+rail>.<1+node>.
rail_address() {
    echo "10.0.$((100 + $1)).$((1 + ${2:-$NODE}))"
}

# rail_up N [address=A.B.C.D/L|none] [mtu=BYTES]: a network device with an address, and rxeN on it, ready for use.
rail_up() {
    local rail=$1 device address mtu=$RAIL_MTU_DEFAULT option
    device=$(rail_device "$rail")
    address=$(rail_address "$rail")/24
    for option in "${@:2}"; do
        case $option in
        address=*) address=${option#address=} ;;
        mtu=*) mtu=${option#mtu=} ;;
        *) die "rail_up: what is $option?" ;;
        esac
    done
    [ "$NODES" != 1 ] || ip link add "$device" type dummy || die "rail_up $rail: no device $device"
    [ "$address" = none ] || ip addr add "$address" dev "$device" || die "rail_up $rail: no address $address"
    ip link set "$device" mtu "$mtu" up || die "rail_up $rail: $device does not come up"
    rdma link add "rxe$rail" type rxe netdev "$device" || die "rail_up $rail: no rxe$rail on $device"
    wait_for 10 port_is_active "$rail" || die "rail_up $rail: rxe$rail/1 does not become active"
    # The kernel adds the GID of an address from a work queue, after the command that set the address has ended.
    [ "$address" = none ] || wait_for 10 gid_of_ipv4_is_there "$rail" || die "rail_up $rail: rxe$rail has no GID for $address"
}

# rails_up: rails 0 to RAILS-1, nothing special about them.
rails_up() {
    local rail
    for ((rail = 0; rail < RAILS; rail++)); do rail_up "$rail"; done
}

# rail_down N: the link goes down, rxeN stays.
rail_down() {
    ip link set "$(rail_device "$1")" down || die "rail_down $1 failed"
    wait_for 10 port_is_down "$1" || die "rail_down $1: rxe$1/1 stays active"
}

port_is_active() { grep -q ACTIVE "/sys/class/infiniband/rxe$1/ports/1/state"; }
port_is_down() { grep -q DOWN "/sys/class/infiniband/rxe$1/ports/1/state"; }
gid_of_ipv4_is_there() { grep -q '^0000:0000:0000:0000:0000:ffff:' /sys/class/infiniband/rxe"$1"/ports/1/gids/* 2>/dev/null; }

# wait_for SECONDS COMMAND...: true as soon as the command is.
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

# as_user UID COMMAND...: as setuid leaves a process: no effective capability, all still in the bounding set.
as_user() {
    local uid=$1
    shift
    /usr/bin/setpriv --reuid "$uid" --regid "$uid" --clear-groups --inh-caps=-all -- "$@"
}

# barrier NAME [SECONDS]: both nodes are here; false, with a message, when the other one never comes. A name may be used again.
barrier() {
    [ "$NODES" != 1 ] || return 0
    local other=$((1 - NODE)) count=/lab/barrier.$SCRIPT.$1 name
    # Counted in a file, for a barrier may be met in a subshell.
    echo >>"$count"
    name=$SCRIPT.$1.$(wc -l <"$count")
    touch "/share/sync/$name.$NODE"
    wait_for "${2:-60}" peer_is_at "$name" && [ -e "/share/sync/$name.$other" ] && return 0
    echo "$SCRIPT: node $other never came to the meeting point '$1'" >&2
    return 1
}

# Also when the other node has ended the scenario: then it will never come.
peer_is_at() {
    [ -e "/share/sync/$1.$((1 - NODE))" ] || [ -e "/share/status/$SCRIPT.$((1 - NODE))" ]
}

# doctor [COMMAND PREFIX...]: runs `railhead doctor` behind the prefix (as_user 1000, say) and keeps all it said.
# DOCTOR_OPTIONS: more options; unset, it is what everybody runs first.
doctor() {
    "$@" railhead doctor $DOCTOR_OPTIONS -o json >"$CASE/doctor.json" 2>"$CASE/doctor.err"
    echo $? >"$CASE/exit"
}

# traffic RAIL [OPTION...]: ib_write_bw from node 1 to node 0, called on both; prints its average in MB/s. False when it
# fails on this node. The output stays in $CASE/traffic.railN.txt.
traffic() {
    local rail=$1 port=$((18515 + $1)) output=$CASE/traffic.rail$1.txt server
    local command=(timeout 40 ib_write_bw -d "rxe$rail" -x 1 -F -D 2 -p "$port" "${@:2}")
    if [ "$NODE" = 0 ]; then
        "${command[@]}" >"$output" 2>&1 &
        server=$!
        wait_for 20 port_is_listening "$port" || die "traffic: ib_write_bw does not listen on $port: $(cat "$output")"
        barrier "traffic$rail" || return
        wait $server || return
    else
        barrier "traffic$rail" || return
        "${command[@]}" "$(rail_address "$rail" 0)" >"$output" 2>&1 || return
    fi
    # The line of results: bytes, iterations, peak, average, messages.
    awk '$1 == 65536 && NF == 5 {print $4; found = 1} END {exit !found}' "$output"
}
port_is_listening() { ss -Hltn "sport = :$1" | grep -q .; }

# peer COMMAND: on node 0 of `lab/lab shell --nodes 2`: runs the command on node 1 and shows what it says.
peer() {
    local at=/share/sync/peer
    rm -f $at.rc
    echo "$*" >$at.new
    mv $at.new $at.command
    until [ -e $at.rc ]; do sleep 0.2; done
    cat $at.output
    return "$(cat $at.rc)"
}

# The other end of peer: node 1 does what node 0 asks, until the shell is over.
serve_peer() {
    local at=/share/sync/peer
    until [ -e /share/sync/shell.over ]; do
        if [ -e $at.command ]; then
            mv $at.command $at.running
            setsid bash -c '. /lab/lib.sh; . "$0"' $at.running </dev/null >$at.output 2>&1
            echo $? >$at.rc.new
            mv $at.rc.new $at.rc
        fi
        sleep 0.2
    done
}
