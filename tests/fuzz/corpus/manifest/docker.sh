sudo docker run -d --gpus all --net=host \
  -e NCCL_IB_HCA=mlx5_2 \
  registry.example/train:1 torchrun train.py
