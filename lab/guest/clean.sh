# What makes the guest as new between two scenarios. Sourced by start only.

# The nodes that are there before any scenario, as "path type major minor mode" lines.
remember_devices() {
    local node
    for node in /dev/infiniband/*; do
        [ -c "$node" ] && stat -c '%n 0x%t 0x%T %a' "$node"
    done >/lab/devices
}

end_processes() {
    local group=$1 tries
    echo 1 >"$group/cgroup.kill"
    for tries in $(seq 50); do
        grep -q 'populated 0' "$group/cgroup.events" && break
        sleep 0.1
    done
    rmdir "$group" || echo "lab: $SCRIPT: processes of it would not end"
}

clean_up() {
    local link path major minor mode
    for link in /sys/class/infiniband/*; do
        [ -e "$link" ] && rdma link delete "${link##*/}"
    done
    for path in /sys/class/net/*; do
        link=${path##*/}
        case $link in
        lo) ;;
        eth*)
            ip addr flush dev "$link"
            ip link set "$link" down
            # The size the other node expects; a scenario may have changed it.
            ip link set "$link" mtu "$RAIL_MTU_DEFAULT"
            ;;
        *) ip link delete "$link" 2>/dev/null ;;
        esac
    done
    while read -r path major minor mode; do
        [ -c "$path" ] || mknod "$path" c $((major)) $((minor))
        chmod "$mode" "$path"
        chown 0:0 "$path"
    done </lab/devices
    find /tmp /dev/shm -mindepth 1 -delete 2>/dev/null
    return 0
}
