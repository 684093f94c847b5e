#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: packaging/man/commands.py [--check] [PROGRAM]

Writes what `kernline --help` says of commands and options into kernline(1), the page Command line and the completions:
between the lines "generated" and "end of generated", in the page the sections Commands and Options. --check only names
the files that are not up to date. PROGRAM is the kernline to ask: build/release/bin/kernline by default."""

import collections
import json
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTPUTS = {"--json", "--csv", "--markdown", "--html", "--folded"}  # that they exclude each other goes without saying
SHARED_BY = 4  # commands; an option that as many have with the same text is described once

# What the program has no list of, by command and option, option or operand.
WORDS = {
    "compare --by": "name normal family op shape order seq_len batch_size",
    "--steps-by": "recorded annotations functions rounds",
    "--size": "1280x720 1920x1080 2560x1440 3840x2160",
    "ANSWER": " ".join(sorted(p.stem for p in (ROOT / "resources/schemas").glob("*.json") if p.stem != "common")),
}
# Suffixes of files, "/" for folders, "*" for profiles; by command and option, option, operand or value.
FILES = {"FILE": "*", "TRACE": "*", "REPORT": ".ncu-rep .csv", "PICTURE": ".png .svg", "OUT": ".sqlite .json .json.gz",
         "whatif --output": ".json .json.gz", "SCRIPT": ".py", "RESULTS": ".json", "--html": ".html", "DIR": "/", "FOLDER": "/"}


def read_commands(program):
    """All commands; those but `record`, whose options are the recorder's; options that several have."""
    answer = subprocess.run([program, "help", "--json"], check=True, capture_output=True).stdout
    described = json.loads(answer)[1:]  # behind the program itself
    commands = [command for command in described if command["name"] != "record"]
    having = collections.Counter()
    for command in commands:
        for option in command["operands"] + command["options"]:
            option["names"] = option["name"].split(",")
            others = [name for name in option["excludes"] if not {name, option["name"]} <= OUTPUTS]
            option["meaning"] = option["text"] + (f". Not with {', '.join(others)}" if others else "")
            having[option["name"], option["meaning"]] += 1
    shared = {}
    for command in commands:
        for option in command["options"]:
            count = having[option["name"], option["meaning"]]
            option["isCommon"], option["isShared"] = count == len(commands), count >= SHARED_BY
            if option["isShared"]:
                shared[option["name"]] = option
    return described, commands, sorted(shared.values(), key=lambda option: option["isCommon"])


def own(command):
    return command["operands"] + [option for option in command["options"] if not option["isShared"]]


def on_shared(command):
    return f"Also {', '.join(option['names'][-1] for option in command['options'] if option['isShared'])}"


# The man page
def emphasized(name):
    return ("\\fB" if name.startswith("-") else "\\fI") + name.replace("-", "\\-") + "\\fR"


def roff(text):
    text = text.translate(str.maketrans({"\\": "\\e", "~": "\\(ti", "^": "\\(ha"}))
    parts = re.split(r"(?<![\w-])(--[a-z][a-z0-9-]*|-o\b)", text)  # options are at odd places
    return "".join(emphasized(part) if i % 2 else part.replace("-", "\\-") for i, part in enumerate(parts))


def roff_lines(text):
    lines = textwrap.wrap(text, 110, break_long_words=False, break_on_hyphens=False)
    return [("\\&" if line[0] in ".'" else "") + roff(line) for line in lines]


def roff_name(option, names):
    return ", ".join(map(emphasized, names)) + (f" {emphasized(option['value'])}" if option["value"] else "")


def roff_options(options):
    return [line for option in options
            for line in [".TP", roff_name(option, option["names"]), *roff_lines(option["meaning"] + ".")]]


def roff_command(command):
    return [*roff_options(own(command)), ".PP", *roff_lines(on_shared(command) + "; see OPTIONS OF SEVERAL COMMANDS.")]


def roff_synopsis(commands):
    lines = []
    for command in commands:
        lines.append(f'.SY "kernline {roff(command["name"])}"')
        options = [option for option in command["options"] if not option["isCommon"]]
        while options:
            group = [options.pop(0)]
            while options and all(each["name"] in options[0]["excludes"] for each in group):
                group.append(options.pop(0))
            usage = " | ".join(roff_name(option, option["names"][:1]) for option in group)
            lines.append(usage if group[0]["isRequired"] else f"[{usage}]")
        for operand in command["operands"]:
            usage = emphasized(operand["name"]) + ("\\&..." if operand["mayRepeat"] else "")
            lines.append(usage if operand["isRequired"] else f"[{usage}]")
        lines.append(".YS")
    return lines


# The page for users
def markdown(text):
    """Options and words with signs become code."""
    code = re.sub(r"(?<![\w-])(--[a-z][a-z0-9-]*|[^\s(]*[{}\[*=<>@\\][^\s(]*?)(?=[.,;:)]*(?:\s|$))", r"`\1`", text)
    return code.replace("|", "\\|")


def markdown_options(options):
    rows = [(", ".join(option["names"]) + f" {option['value']}".rstrip(), option["meaning"]) for option in options]
    return ["| option | meaning |", "|---|---|"] + [f"| `{name}` | {markdown(text)} |" for name, text in rows] + [""]


def page_commands(described):
    targets = {"record": "record.md"}
    return ["| command | purpose |", "|---|---|"] + [
        f"| [`{name}`]({targets.get(name, f'#kernline-{name}')}) | {markdown(text)} |"
        for name, text in ((command["name"], command["text"]) for command in described)]


def page_options(commands, shared):
    lines = ["### Options of several commands", "", *markdown_options(shared)]
    for command in commands:
        words = [f"{option['names'][0]} {option['value']}".rstrip() for option in own(command)
                 if option["isRequired"] and option["names"][0].startswith("-")]
        for operand in command["operands"]:
            word = operand["name"] + "…" * operand["mayRepeat"]
            words.append(word if operand["isRequired"] else f"[{word}]")
        lines += [f"### kernline {command['name']}", "", f"`kernline {' '.join([command['name'], *words])}`", ""]
        lines += [*markdown_options(own(command)), *textwrap.wrap(markdown(on_shared(command)) + ".", 120), ""]
    return lines[:-1]


# The completions
def value_of(command, option):
    """The words that an option or an operand takes, or the suffixes of its files, or neither."""
    keys = [f"{command['name']} {option['names'][-1]}", option["names"][-1], option["value"]]
    words = " ".join(option["values"]).replace("NAME", "") or next((WORDS[key] for key in keys if key in WORDS), "")
    return words, "" if words else next((FILES[key] for key in keys if key in FILES), "")


def bash_action(command, option):
    words, files = value_of(command, option)
    if words:
        return f"_kernline_words '{words}'"
    return {"": "", "*": "_kernline_profiles", "/": "_kernline_folders"}.get(files, f"_kernline_files {files}")


def bash_cases(bodies, pattern="{}"):
    """A line of a `case` for each body, with the words that have it."""
    words = collections.defaultdict(list)
    for word, body in bodies.items():
        words[body].append(pattern.format(word))
    return [f"    {' | '.join(those)}) {body} ;;".replace("  ;;", " ;;") for body, those in words.items()]


def bash_values(commands):
    actions = collections.defaultdict(dict)  # by option and command; None of options without a value
    for command in commands:
        for option in command["options"]:
            for name in option["names"]:
                actions[name][command["name"]] = bash_action(command, option) if option["value"] else None
    everywhere, lines = {}, []
    for name, bodies in actions.items():
        if len(set(bodies.values())) > 1:
            lines += bash_cases({word: body for word, body in bodies.items() if body is not None}, f"'{{}} {name}'")
        elif None not in bodies.values():
            everywhere[name] = next(iter(bodies.values()))
    return lines + bash_cases(everywhere, "*' {}'")


def zsh_action(command, option):
    words, files = value_of(command, option)
    if words:
        return f"({words})".replace(":", "\\:")
    suffixes = "|".join(suffix[1:] for suffix in files.split())
    return {"": " ", "*": "_kernline_profiles", "/": "_files -/"}.get(files, f'_files -g "*.({suffixes})(-.)"')


def zsh_command(command):
    lines = [f"    {command['name']})", "      _arguments -S \\"]
    for option in command["options"]:
        text = re.split(r"(?<!e\.g)\. (?=[A-Z])", option["text"])[0]
        text = text.translate(str.maketrans({"'": "'\\''", "[": "\\[", "]": "\\]"}))
        names, excluded = option["name"], option["excludes"]
        if "," in names:
            names, excluded = f"'{{{names}}}'", ["- *"] if "--help" in names else excluded + option["names"]
        before = "*" if option["mayRepeat"] else f"({' '.join(excluded)})" if excluded else ""
        value = f":{option['value']}:{zsh_action(command, option)}" if option["value"] else ""
        lines.append(f"        '{before}{names}[{text}]{value}' \\")
    for operand in command["operands"]:
        lines.append(f"        '{'*' * operand['mayRepeat']}:{operand['name']}:{zsh_action(command, operand)}' \\")
    return lines[:-1] + [lines[-1][:-2], "      ;;"]


def parts_of_files(program):
    described, commands, shared = read_commands(program)
    return {
        "packaging/man/kernline.1": {
            "synopsis": roff_synopsis(commands),
            **{f"options of {command['name']}": roff_command(command) for command in commands},
            "options of several commands": roff_options(shared)},
        "resources/docs/command-line.md": {
            "Commands": page_commands(described), "Options": page_options(commands, shared)},
        "packaging/completions/kernline.bash": {
            "commands": [f"_kernline_commands='{' '.join(command['name'] for command in described)}'"],
            "values": bash_values(commands),
            "options": bash_cases({command["name"]: "_kernline_words '" + " ".join(
                option["names"][-1] for option in command["options"]) + "'" for command in commands}),
            "operands": bash_cases({command["name"]: bash_action(command, command["operands"][0])
                                    for command in commands if command["operands"]})},
        "packaging/completions/_kernline": {
            "options": [line for command in commands for line in zsh_command(command)],
            "commands": ["    '" + f"{command['name']}:{command['text']}".replace("'", "'\\''") + "'"
                         for command in described]},
    }


def updated(file, text, parts):
    for name, lines in parts.items():
        pattern = rf'(^ *(?:\.\\"|#) generated: {name}\n).*?(?=^ *(?:\.\\"|#) end of generated$)'
        if file.endswith(".md"):
            pattern = rf"(^## {name}\n\n).*?(?=\n## |\Z)"
        new = "".join(line + "\n" for line in lines)
        text, count = re.subn(pattern, lambda match: match[1] + new, text, flags=re.DOTALL | re.MULTILINE)
        if count != 1:
            sys.exit(f"{file} has {count} places for \"{name}\"; it needs one, as other parts have")
    return text


def main():
    programs = [word for word in sys.argv[1:] if word != "--check"] or [ROOT / "build/release/bin/kernline"]
    files = parts_of_files(programs[0])
    before = {file: (ROOT / file).read_text(encoding="utf-8") for file in files}
    after = {file: updated(file, before[file], parts) for file, parts in files.items()}
    stale = [file for file in before if before[file] != after[file]]
    for file in stale:
        print(file)
        if "--check" not in sys.argv:
            (ROOT / file).write_text(after[file], encoding="utf-8")
    return int("--check" in sys.argv and len(stale) > 0)


sys.exit(main())
