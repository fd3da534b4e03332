# lab: nodes=2
# The nodes disagree about the MTU of a rail: 4200 on node 0, 1500 on node 1, which leaves an RDMA MTU of 1024 there.
. /lab/lib.sh
if [ "$NODE" = 0 ]; then rail_up 0; else rail_up 0 mtu=1500; fi
record active_mtu "$(ibv_devinfo -d rxe0 | awk '/active_mtu/ {print $2}')"
barrier up || exit 1
doctor

# At the smaller MTU data moves; node 0 at its own 4096 is refused or drops dead.
record mb_per_s "$(traffic 0 -m 1024)"
barrier next || exit 1
if [ "$NODE" = 0 ]; then own=4096; else own=1024; fi
if traffic 0 -m $own; then record each_its_own works; else record each_its_own fails; fi
