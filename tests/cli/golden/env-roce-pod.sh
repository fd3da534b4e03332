# RoCE over mlx5_2:1, mlx5_3:1 at 400 Gb/s: usable and active

# the default route leaves by it
export GLOO_SOCKET_IFNAME='eth0'

# rails are separate networks: no routes lead between 192.168.31.17/24 on net1 and 192.168.32.17/24 on net2
export NCCL_CROSS_NIC='0'

# RoCE over mlx5_2:1, mlx5_3:1 at 400 Gb/s: usable and active
export NCCL_IB_HCA='=mlx5_2:1,mlx5_3:1'

# the default route leaves by it
export NCCL_SOCKET_IFNAME='=eth0'

# the default route leaves by it
export NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME='=eth0'

# the ports of NCCL_IB_HCA; 2 other ports left out
export NVSHMEM_HCA_LIST='mlx5_2:1,mlx5_3:1'

# the default route leaves by it
export OMPI_MCA_btl_tcp_if_include='eth0'

# the default route leaves by it
export OMPI_MCA_oob_tcp_if_include='eth0'

# 32 CPUs over 2 GPUs, one process each
export OMP_NUM_THREADS='16'

# the ports of NCCL_IB_HCA; TCP has no device in the list, so UCX cannot fall back to it
export UCX_NET_DEVICES='mlx5_2:1,mlx5_3:1'
