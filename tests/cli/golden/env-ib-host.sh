# InfiniBand over mlx5_0:1, mlx5_1:1 at 400 Gb/s: usable and active

# the default route leaves by it
export GLOO_SOCKET_IFNAME='eno1'

# InfiniBand over mlx5_0:1, mlx5_1:1 at 400 Gb/s: usable and active
export NCCL_IB_HCA='=mlx5_0:1,mlx5_1:1'

# the default route leaves by it
export NCCL_SOCKET_IFNAME='=eno1'

# the default route leaves by it
export NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME='=eno1'

# the default route leaves by it
export OMPI_MCA_btl_tcp_if_include='eno1'

# the default route leaves by it
export OMPI_MCA_oob_tcp_if_include='eno1'

# 32 CPUs over 2 GPUs, one process each
export OMP_NUM_THREADS='16'

# the ports of NCCL_IB_HCA; TCP has no device in the list, so UCX cannot fall back to it
export UCX_NET_DEVICES='mlx5_0:1,mlx5_1:1'
