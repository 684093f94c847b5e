#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Many operators, threads and processes, and an end of some kind: torch_ends.py HOW"""
import os
import sys
import threading

import torch

how = sys.argv[1]
x = torch.zeros(1024, device="cuda")


def add(count):
    y = torch.zeros(8)
    for _ in range(count):
        y.add_(1)


for _ in range(20000):
    x.add_(1)
if how == "threads":
    threads = [threading.Thread(target=add, args=(5000,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
if how == "workers":
    data = torch.utils.data.TensorDataset(torch.randn(256, 4))
    for batch in torch.utils.data.DataLoader(data, batch_size=8, num_workers=2):
        x.add_(batch[0].cuda().sum())
if how == "graph":
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = x * 2 + 1
    for _ in range(10):
        graph.replay()
if how == "compile":
    function = torch.compile(lambda a: (a.sin() * a.cos()).sum())
    for _ in range(3):
        function(x)
torch.cuda.synchronize()
if how == "exit":
    sys.exit(3)
if how == "at_once":
    os._exit(4)
if how == "exception":
    raise RuntimeError("as wanted")
if how == "abort":
    os.abort()
