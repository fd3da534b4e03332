# The node is there and uid 1000 may not open it.
. /lab/lib.sh
rail_up 0
chmod 0000 /dev/infiniband/uverbs0
record open "$(as_user 1000 /lab/bin/pin mr 4096 2>&1 | grep -o 'Permission denied\|no RDMA device')"
doctor as_user 1000
