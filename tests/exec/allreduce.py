"""A rank of the test of torchrun: adds up 1..WORLD over all ranks and says what came of it."""
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank} of {world} on node {os.environ['GROUP_RANK']}: sum {total.item():.0f}", flush=True)
dist.destroy_process_group()
