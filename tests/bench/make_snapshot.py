#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_snapshot.py OUT MEGABYTES: a memory snapshot of that size, written as Python's own pickler writes one.

Its records alloc, free_requested and free_completed come from 4,000 call stacks of 30 frames; 10,000 blocks live.
"""

import random
import struct
import sys


class Pickler:
    """Emits protocol 4 without holding the objects, memoizing what pickle would memoize."""

    def __init__(self, out):
        self.out = out
        self.memo = 0
        self.texts = {}

    def memoize(self):
        self.out.append(b"\x94")
        self.memo += 1
        return self.memo - 1

    def recall(self, number):
        self.out.append(b"h" + bytes([number]) if number < 256 else b"j" + struct.pack("<I", number))

    def text(self, text):
        if text in self.texts:
            self.recall(self.texts[text])
            return
        data = text.encode()
        self.out.append(b"\x8c" + bytes([len(data)]) + data if len(data) < 256 else b"X" + struct.pack("<I", len(data)) + data)
        self.texts[text] = self.memoize()

    def integer(self, value):
        if 0 <= value < 256:
            self.out.append(b"K" + bytes([value]))
        elif 0 <= value < 1 << 31:
            self.out.append(b"J" + struct.pack("<i", value))
        else:
            data = value.to_bytes((value.bit_length() + 8) // 8, "little", signed=True)
            self.out.append(b"\x8a" + bytes([len(data)]) + data)

    def begin_dict(self):
        self.out.append(b"}")
        self.memoize()
        self.out.append(b"(")

    def begin_list(self):
        self.out.append(b"]")
        return self.memoize()


def write_stack(p, rng, known):
    number = p.begin_list()
    p.out.append(b"(")
    for depth in range(30):
        p.begin_dict()
        for key, value in (("name", f"function_{rng.randrange(600)}"), ("filename", f"/home/user/project/file_{rng.randrange(90)}.py"),
                           ("line", rng.randrange(2000))):
            p.text(key)
            p.text(value) if isinstance(value, str) else p.integer(value)
        p.out.append(b"u")
    p.out.append(b"e")
    known.append(number)


def write_record(p, action, addr, size, time_us, stack, rng, stacks):
    p.begin_dict()
    p.text("action")
    p.text(action)
    p.text("addr")
    p.integer(addr)
    p.text("size")
    p.integer(size)
    p.text("stream")
    p.integer(0)
    p.text("time_us")
    p.integer(time_us)
    p.text("compile_context")
    p.text("N/A")
    p.text("user_metadata")
    p.text("")
    p.text("frames")
    if stack >= len(stacks):
        write_stack(p, rng, stacks)
    else:
        p.recall(stacks[stack])
    p.out.append(b"u")


def main():
    path, megabytes = sys.argv[1], int(sys.argv[2])
    rng = random.Random(1)
    out = []
    p = Pickler(out)
    stacks, live = [], []
    time_us, written, records = 1_700_000_000_000_000, 0, 0
    with open(path, "wb") as file:
        out.append(b"\x80\x04")
        p.begin_dict()
        p.text("segments")
        p.begin_list()
        p.text("device_traces")
        p.begin_list()
        out.append(b"(")
        p.begin_list()
        out.append(b"(")
        while written < megabytes << 20:
            time_us += rng.randrange(3)
            stack = rng.randrange(min(len(stacks) + 1, 4000))
            if len(live) < 10000:
                live.append((0x7000_0000_0000 + 512 * records, rng.randrange(1, 1 << 24)))
                write_record(p, "alloc", *live[-1], time_us, stack, rng, stacks)
            else:
                at = rng.randrange(len(live))
                addr, size = live[at]
                live[at] = live[-1]
                live.pop()
                write_record(p, "free_requested", addr, size, time_us, stack, rng, stacks)
                write_record(p, "free_completed", addr, size, time_us, stack, rng, stacks)
                records += 1
            records += 1
            if records % 1000 == 0:
                out.append(b"e(")
                data = b"".join(out)
                out.clear()
                written += len(data)
                file.write(data)
        out.append(b"eeu.")
        file.write(b"".join(out))
    print(f"{records} records")


main()
