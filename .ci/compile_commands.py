# SPDX-License-Identifier: GPL-3.0-or-later
"""The compile commands of the release build, and which unit holds which source file."""
import dataclasses
import json
import os
import re
import shlex
import subprocess


@dataclasses.dataclass(frozen=True)
class Unit:
    """What the build compiles at once: a source file, or a .cxx that includes those of a folder."""

    file: str
    command: tuple
    directory: str


def units():
    """The unit of each source file, by its path. Without those in CUDA."""
    found = {}
    with open("build/release/compile_commands.json", encoding="utf-8") as file:
        for entry in json.load(file):
            if entry["file"].endswith(".cu"):
                continue
            unit = Unit(entry["file"], tuple(shlex.split(entry["command"])), entry["directory"])
            sources = [unit.file]
            if unit.file.endswith(".cxx"):
                with open(unit.file, encoding="utf-8") as text:
                    sources += re.findall(r'#include "(.*)"', text.read())
            for source in sources:
                found[os.path.realpath(source)] = unit
    return found


def changed_files(arguments):
    command = [".ci/changed_files", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def changed_sources(changed, known):
    """The sources among the changed files, and those beside changed headers; each once."""
    sources = [os.path.realpath(re.sub(r"\.h$", ".cpp", name)) for name in changed]
    return [source for source in dict.fromkeys(sources) if source in known]


def alone(unit, source):
    """The command of a unit, for one of its sources: without the launcher and what it writes."""
    words = list(unit.command[1:] if os.path.basename(unit.command[0]) == "ccache" else unit.command)
    output = words.index("-o")
    del words[output : output + 2]
    words[words.index("-c") + 1] = source
    return words
