# The node is there and uid 1000 may not open it.
. /lab/lib.sh
rail_up 0
chmod 0000 /dev/infiniband/uverbs0
record open "$(as_user 1000 head -c0 /dev/infiniband/uverbs0 2>&1 | grep -o 'Permission denied')"
# libibverbs blames something else for the same refusal, so its errno cannot be trusted.
record ibv_open_device "$(as_user 1000 pin mr 4096 2>&1)"
doctor as_user 1000
