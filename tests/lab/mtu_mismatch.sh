# lab: nodes=2
# The nodes disagree about the MTU of a rail: 4200 on node 0, 1500 on node 1, which leaves an RDMA MTU of 1024 there.
. /lab/lib.sh
if [ "$NODE" = 0 ]; then rail_up 0; else rail_up 0 mtu=1500; fi
record active_mtu "$(ibv_devinfo -d rxe0 | awk '/active_mtu/ {print $2}')"
barrier up || exit 1
doctor

# perftest agrees on the smaller MTU of the two ends; without that a write from node 0 would never arrive.
record mb_per_s "$(traffic 0)"
record mtu_used "$(sed -n 's/^ *Mtu *: *//p' "$CASE/traffic.rail0.txt")"
