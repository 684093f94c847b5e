#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""clean_nsys.py IN OUT: an Nsight Systems export without the environment of its author, and without the names of
people, hosts and home folders. What was measured stays as it is."""

import re
import shutil
import sqlite3
import sys

HOME = re.compile(r"((?:/home|/Users|\\Users)[/\\])[^/\\\s:;\"']+")
ENVIRONMENT = re.compile(r"(?:^|\x00)[A-Za-z_]+=[^\x00]*\x00|(?:^|[;\x00\n])(?:HOME|PATH|USER|PWD)=")
NAMES_OF_PEOPLE = {"Hostname", "EXPORT_HOST", "EXPORT_USER", "DEVICE_DISPLAY_NAME", "PROCESS_0:USER_NAME"}


def tables(database):
    return [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def columns(database, table):
    return [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]


def take_out_environment(database):
    for table in {"META_DATA_CAPTURE", "TARGET_INFO_SYSTEM_ENV"} & set(tables(database)):
        database.execute(f"DELETE FROM {table} WHERE name LIKE '%ENVIRONMENT_VARIABLE' OR name = 'DeviceEnvironment'")


def names_of_people(database):
    found = set()
    for table in {"META_DATA_CAPTURE", "META_DATA_EXPORT", "TARGET_INFO_SYSTEM_ENV"} & set(tables(database)):
        for name, value in database.execute(f"SELECT name, value FROM {table}").fetchall():
            if name in NAMES_OF_PEOPLE and value and value not in ("root", "user"):
                found.add(value)
    return sorted(found, key=len, reverse=True)


def clean(text, people):
    if ENVIRONMENT.search(text):
        return ""
    text = HOME.sub(r"\1user", text)
    for name in people:
        text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", "user", text)
    return text


def main():
    shutil.copyfile(sys.argv[1], sys.argv[2])
    database = sqlite3.connect(sys.argv[2])
    database.text_factory = lambda b: b.decode("utf-8", "surrogateescape")
    take_out_environment(database)
    people = names_of_people(database)
    for table in tables(database):
        for column in columns(database, table):
            texts = database.execute(
                f'SELECT rowid, "{column}" FROM "{table}" WHERE typeof("{column}") = \'text\'').fetchall()
            for rowid, text in texts:
                if clean(text, people) != text:
                    database.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (clean(text, people), rowid))
    database.commit()
    database.execute("VACUUM")
    database.close()


main()
