#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says in a pull request (GitHub) or merge request (GitLab) whether a recording is slower than its baseline.

    pull_request.py compare --output DIR BASE OTHER… [--fail-above PERCENT] [-- OPTIONS OF kernline compare]
    pull_request.py comment --output DIR [--report-url URL]

`compare` writes DIR/comment.md and DIR/report.html and exits as `kernline compare` does: 0; 5 if a recording is slower
than --fail-above allows; 1 or 2 if they cannot be compared. `comment` posts DIR/comment.md, or updates the comment that
it has posted before; --name tells several comparisons of one request apart. Where it may not comment, as for a request
from a fork, it says so and exits with 0: the comparison is the result of the job, the comment only shows it.

Of the environment `comment` takes what either service sets for its jobs, and a token: GITHUB_TOKEN (permission
pull-requests: write), or KERNLINE_GITLAB_TOKEN (a project access token with the scope api).
"""
import argparse
import http.client
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

# GitHub takes 65536 characters, GitLab more.
MAX_CHARACTERS = 60000
PER_PAGE = 100
MAX_PAGES = 100


def marker(name):
    """What a comment begins with, unseen, so that it is found again."""
    return f"<!-- kernline compare: {name.replace('--', '- -')} -->"


def report(options):
    """The comparison as Markdown, and the exit code."""
    command = [options.kernline, "compare", *options.options, *options.files]
    limit = ["--fail-above", str(options.fail_above)] if options.fail_above is not None else []
    done = subprocess.run([*command, *limit, "--markdown"], capture_output=True, text=True, check=False)
    said = [line.removeprefix("kernline: ") for line in done.stderr.splitlines() if line]
    if done.returncode not in (0, 5):
        return "\n".join(["**The recordings could not be compared.**", "", *(f"- {line}" for line in said)]), done.returncode
    page = subprocess.run([*command, "--html", str(options.output / "report.html")], capture_output=True, text=True, check=False)
    said += [] if page.returncode == 0 else ["no HTML report: " + page.stderr.strip()]
    notes = [f"> {'❌ ' if done.returncode == 5 else ''}{line}" for line in said]
    return "\n".join([*notes, "", done.stdout.strip()] if notes else [done.stdout.strip()]), done.returncode


def shortened(text):
    """At most what a comment takes, cut between lines."""
    if len(text) <= MAX_CHARACTERS:
        return text
    return text[:text.rfind("\n", 0, MAX_CHARACTERS)] + "\n\n… The rest is in the report."


def compare(options):
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "report.html").unlink(missing_ok=True)
    try:
        text, code = report(options)
    except OSError as error:
        text, code = f"**The recordings could not be compared.**\n\n- {options.kernline}: {error.strerror}", 1
    text = shortened(text) + "\n"
    (options.output / "comment.md").write_text(text, encoding="utf-8")
    print(text)
    for variable, line in (("GITHUB_STEP_SUMMARY", text), ("GITHUB_OUTPUT", f"code={code}\n")):
        if os.environ.get(variable):
            with open(os.environ[variable], "a", encoding="utf-8") as file:
                file.write(line)
    return code


class Refused(Exception):
    """The service does not want it: the code, and why."""

    def __init__(self, code, why):
        super().__init__(f"{code} {why}")
        self.code = code


class Forge:
    """The comments of one request."""

    def __init__(self, comments, one, headers, update):
        self.comments = comments  # address of the list
        self.one = one  # address of one of them, with {id}
        self.headers = {"Content-Type": "application/json", "User-Agent": "kernline", **headers}
        self.update_method = update

    def ask(self, method, address, body=None, tries=3):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data=data, headers=self.headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429 or tries == 1:
                raise Refused(error.code, error.reason) from error
        except (OSError, ValueError, http.client.HTTPException) as error:
            if tries == 1:
                raise Refused(0, str(getattr(error, "reason", error))) from error
        time.sleep(float(os.environ.get("KERNLINE_RETRY_SECONDS", "2")))
        return self.ask(method, address, body, tries - 1)

    def with_mark(self, mark):
        """Comments that begin with it, oldest first."""
        for page in range(1, MAX_PAGES + 1):
            some = self.ask("GET", f"{self.comments}?per_page={PER_PAGE}&page={page}")
            yield from (comment for comment in some if (comment.get("body") or "").startswith(mark))
            if len(some) < PER_PAGE:
                return

    def put(self, mark, body):
        """Updates the comment, or posts one. Those of other people, who may have copied ours, cannot be updated."""
        for comment in self.with_mark(mark):
            try:
                return self.ask(self.update_method, self.one.format(id=comment["id"]), {"body": body})
            except Refused as refused:
                if refused.code not in (403, 404):
                    raise
        return self.ask("POST", self.comments, {"body": body})


def number_of_pull_request():
    try:
        event = json.loads(pathlib.Path(os.environ.get("GITHUB_EVENT_PATH", "")).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return (event.get("pull_request") or event.get("issue") or {}).get("number")


def forge():
    """Of the environment; a sentence where there is nothing to comment on."""
    env = os.environ
    if env.get("GITHUB_REPOSITORY"):
        number = number_of_pull_request()
        if number is None:
            return "this job is not of a pull request"
        if not env.get("GITHUB_TOKEN"):
            return "GITHUB_TOKEN is not set"
        base = f"{env.get('GITHUB_API_URL', 'https://api.github.com')}/repos/{env['GITHUB_REPOSITORY']}/issues"
        headers = {"Authorization": f"Bearer {env['GITHUB_TOKEN']}", "Accept": "application/vnd.github+json"}
        return Forge(f"{base}/{number}/comments", base + "/comments/{id}", headers, "PATCH")
    if env.get("CI_API_V4_URL"):
        if not env.get("CI_MERGE_REQUEST_IID"):
            return "this job is not of a merge request"
        if not env.get("KERNLINE_GITLAB_TOKEN"):
            return "KERNLINE_GITLAB_TOKEN is not set: a project access token with the scope api"
        notes = (f"{env['CI_API_V4_URL']}/projects/{env['CI_PROJECT_ID']}/merge_requests/"
                 f"{env['CI_MERGE_REQUEST_IID']}/notes")
        return Forge(notes, notes + "/{id}", {"PRIVATE-TOKEN": env["KERNLINE_GITLAB_TOKEN"]}, "PUT")
    return "this is neither a job of GitHub Actions nor of GitLab"


def comment(options):
    where = forge()
    if isinstance(where, str):
        print(f"No comment: {where}.", file=sys.stderr)
        return 0
    mark = marker(options.name)
    written = options.output / "comment.md"
    if not written.is_file():
        print(f"No comment: {written} is missing; run compare first.", file=sys.stderr)
        return 0
    text = written.read_text(encoding="utf-8")
    link = f"\n[Report]({options.report_url})\n" if options.report_url else ""
    try:
        where.put(mark, f"{mark}\n{text}{link}")
    except Refused as refused:
        warning = "::warning::" if os.environ.get("GITHUB_REPOSITORY") else ""
        print(f"{warning}No comment: {refused}.", file=sys.stderr)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    comparing = commands.add_parser("compare", help="compare recordings", epilog=(
        "Options of kernline compare go after --: %(prog)s --output out BASE OTHER -- --by family"))
    comparing.add_argument("files", nargs="+", metavar="FILE", help="the baseline, then the others")
    comparing.add_argument("--fail-above", type=float, metavar="PERCENT", help="exit with 5 if one is slower by more")
    comparing.add_argument("--kernline", default="kernline", metavar="PROGRAM", help="default: %(default)s")
    comparing.set_defaults(run=compare)
    commenting = commands.add_parser("comment", help="post or update the comment")
    commenting.add_argument("--name", default="kernline", help="tells several comparisons apart")
    commenting.add_argument("--report-url", metavar="URL", help="where the HTML report is kept")
    commenting.set_defaults(run=comment)
    for command in (comparing, commenting):
        command.add_argument("--output", type=pathlib.Path, required=True, metavar="DIR", help="where the results are")
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    options, unknown = parser.parse_known_args(words[:split])
    if unknown:
        parser.error(f"unknown argument {unknown[0]}; options of kernline compare go after --, e.g. -- --by family")
    options.options = words[split + 1:]
    try:
        return options.run(options)
    except OSError as error:
        print(f"pull_request.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
