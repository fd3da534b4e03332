# lab: nodes=2 rails=2
# Two nodes with two rails each: verbs move data over both, so the lab's RDMA is real; and doctor likes both nodes.
. /lab/lib.sh
rails_up
barrier up || exit 1
doctor

packets() { echo $(($(cat /sys/class/infiniband/rxe"$1"/ports/1/hw_counters/{sent,rcvd}_pkts | paste -sd+))); }
for rail in 0 1; do
    other=$((1 - rail))
    before=$(packets $rail) before_other=$(packets $other)
    record "mb_per_s.rail$rail" "$(traffic $rail)"
    # Through this rail's device, and not through its neighbour.
    record "packets.rail$rail" $(($(packets $rail) - before))
    record "packets_beside.rail$rail" $(($(packets $other) - before_other))
done
