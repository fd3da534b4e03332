#!/bin/sh
# The GID tables of all ports the way shell scripts print them: a cat for each file, types and netdevs of GIDs that are not zero.
# usage: perf/shell_loop.sh ROOT [DEVICES]     DEVICES is a pattern, such as 'mlx5_[01]'; all of them without it
for device in "$1"/sys/class/infiniband/${2:-*}; do
  for port in "$device"/ports/*; do
    for file in "$port"/gids/*; do
      index=${file##*/}
      gid=$(cat "$file")
      [ "$gid" = 0000:0000:0000:0000:0000:0000:0000:0000 ] && continue
      type=$(cat "$port/gid_attrs/types/$index" 2>/dev/null)
      netdev=$(cat "$port/gid_attrs/ndevs/$index" 2>/dev/null)
      echo "${device##*/} ${port##*/} $index $gid $type $netdev"
    done
  done
done
