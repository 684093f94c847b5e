#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_nsys.py OUT KERNELS: a database as `nsys export --type sqlite` writes it, of any size, the same for the same
number: a launch a kernel, a copy every fifty, NVTX ranges around every ten launches. kernline_load_bench reads it."""
import os
import random
import sqlite3
import sys

PID = (1 << 48) + (4711 << 24)
NAMES = 400


def main() -> None:
    out, kernels = sys.argv[1], int(sys.argv[2])
    if os.path.exists(out):
        os.remove(out)
    random.seed(kernels)
    db = sqlite3.connect(out)
    db.executescript("""
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.20.1');
CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, totalMemory INTEGER, smCount INTEGER,
  cuDevice INTEGER, computeMajor INTEGER, computeMinor INTEGER);
INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'Card', 80000000000, 132, 0, 9, 0);
CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
  contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER,
  globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER,
  launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL,
  gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL, blockY INTEGER NOT NULL,
  blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL,
  localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL,
  sharedMemoryExecuted INTEGER, graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
  contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
  bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL, srcKind INTEGER, dstKind INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
  globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL,
  callchainId INTEGER);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER,
  category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER,
  domainId INTEGER);
""")
    db.execute("INSERT INTO PROCESSES VALUES (?, 4711, '/usr/bin/python3')", (PID,))
    db.executemany("INSERT INTO StringIds VALUES (?, ?)",
                   [(1, "cudaLaunchKernel_v7000"), (2, "cudaMemcpyAsync_v3020")])
    db.executemany("INSERT INTO StringIds VALUES (?, ?)",
                   [(10 + i, f"void layer{i // 4}::kernel_{i}<float, (int){i % 7}>(T1 *, const T1 *, int)")
                    for i in range(NAMES)])
    db.executemany("INSERT INTO StringIds VALUES (?, ?)", [(10 + NAMES + i, f"kernel_{i}") for i in range(NAMES)])

    lengths = [random.randrange(2_000, 40_000) for _ in range(kernels)]
    starts, at = [], 20_000
    for length in lengths:
        starts.append(at)
        at += length + 500

    db.executemany(
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES "
        "(?, ?, 0, 1, NULL, ?, ?, ?, ?, ?, NULL, 1, 0, 64, 528, 1, 1, 256, 1, 1, 0, 1024, 0, 0, ?, 1024, NULL, 0)",
        ((starts[i], starts[i] + lengths[i], 7 + 6 * (i % 97 == 0), i + 1, PID, 10 + i % NAMES,
          10 + NAMES + i % NAMES, i + 1) for i in range(kernels)))
    db.executemany(
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 0, ?, ?, 1, 0, NULL)",
        ((starts[i] - 15_000, starts[i] - 13_000, PID + 4711, i + 1) for i in range(kernels)))
    db.executemany(
        "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?, ?, 0, 1, 14, ?, ?, 1048576, 1, 1, 2)",
        ((starts[i], starts[i] + 1_500, kernels + i + 1, PID) for i in range(0, kernels, 50)))
    db.executemany(
        "INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, NULL, NULL, NULL, ?, ?, NULL, NULL, 0)",
        ((starts[i] - 15_500, starts[min(i + 9, kernels - 1)] - 12_500,
          f"step {i // 1000}" if i % 1000 == 0 else f"layer {i // 10 % 100}", PID + 4711)
         for i in range(0, kernels, 10)))
    db.commit()
    db.close()


if __name__ == "__main__":
    main()
