#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a command with everything it reads and writes delayed, as by a network: delayed_pipe.py MILLISECONDS COMMAND..."""
import os
import subprocess
import sys
import threading
import time
from queue import Queue


def delay(source, target, seconds):
    waiting = Queue()

    def read():
        while data := os.read(source, 1 << 16):
            waiting.put((time.monotonic() + seconds, data))
        waiting.put((time.monotonic() + seconds, None))

    threading.Thread(target=read, daemon=True).start()
    while True:
        due, data = waiting.get()
        time.sleep(max(0.0, due - time.monotonic()))
        if data is None:
            os.close(target)
            return
        while data:
            data = data[os.write(target, data):]


def main():
    seconds = float(sys.argv[1]) / 1000
    command = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    threading.Thread(target=delay, args=(0, command.stdin.fileno(), seconds), daemon=True).start()
    delay(command.stdout.fileno(), 1, seconds)
    sys.exit(command.wait())


main()
