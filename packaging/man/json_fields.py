#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints kernline-json(5) from the schemas of resources/schemas. A test holds the page to what this prints."""

import json
import pathlib

schemas = pathlib.Path(__file__).resolve().parents[2] / "resources" / "schemas"
shared = json.loads((schemas / "common.json").read_text(encoding="utf-8"))["definitions"]

HEAD = r""".\" SPDX-License-Identifier: GPL-3.0-or-later
.\" Written by packaging/man/json_fields.py.
.TH KERNLINE\-JSON 5 "" Kernline "File formats"
.SH NAME
kernline\-json \- fields of the answers of kernline \-\-json
.SH DESCRIPTION
Every
.B \-\-json
answer is one JSON object. Its first member,
.BR schema ,
names the answer and its version, such as
.IR kernline\-summary\-1 .
The version goes up when a field is removed, renamed or changes its meaning.
Fields may be added at any time.
.B kernline schema
.I answer
prints the JSON Schema (draft 7).
.PP
Fields that end in
.I _ns
are whole nanoseconds, those in
.I _bytes
whole bytes, shares lie between 0 and 1.
.B []
stands for the elements of an array,
.B *
for any key, and a question mark behind the type marks a field that may be absent.
"""


def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-")


def type_of(schema):
    types = schema.get("type", "any")
    return " or ".join(types) if isinstance(types, list) else types


def fields(schema, root, path=""):
    """Yields (path, type, description, values) for everything below `schema`."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        own = root.get("definitions", {})
        # Inside a shared definition "#/definitions" are the shared ones.
        yield from fields(own[name], root, path) if name in own else fields(shared[name], {"definitions": shared}, path)
        return
    required = schema.get("required", [])
    for key, member in schema.get("properties", {}).items():
        here = f"{path}.{key}" if path else key
        if not path and key == "schema":
            continue
        yield here, type_of(resolved(member, root)) + ("" if key in required else "?"), resolved(member, root)
        yield from fields(member, root, here)
    if isinstance(schema.get("items"), dict):
        yield from fields(schema["items"], root, path + "[]")


def resolved(schema, root):
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rsplit("/", 1)[1]
    return root.get("definitions", {}).get(name) or shared[name]


def section(name, schema):
    lines = [f".SH {roff(name.upper())}", f".B {roff(schema['title'])}", ".br", roff(schema["description"])]
    for path, kind, member in fields(schema, schema):
        lines += [".TP", f'.BR "{roff(path)}" " {roff(kind)}"']
        text = roff(member.get("description", ""))
        if "enum" in member:
            values = ", ".join(str(value) for value in member["enum"] if value is not None)
            text = f"{text}: {roff(values)}" if text else roff(values)
        lines.append(text or "\\&")
    return "\n".join(lines)


def main():
    print(HEAD, end="")
    for path in sorted(schemas.glob("*.json")):
        if path.stem != "common":
            print(section(path.stem, json.loads(path.read_text(encoding="utf-8"))))
    print('.SH "SEE ALSO"\n.BR kernline (1)')


main()
