#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs what packaging/ci says as GitHub and GitLab would, against a service that only pretends to be one of them.

Usage: pull_requests.py SOURCE_FOLDER KERNLINE

Prints "ok" if all is as it should be, else what is not.
"""
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

SOURCE, KERNLINE = pathlib.Path(sys.argv[1]), sys.argv[2]
FIXTURES = SOURCE / "tests/fixtures"
SLOW, FAST = (str(FIXTURES / f"h200-attention-{kind}.json.gz") for kind in ("original", "optimised"))
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


class Service(http.server.BaseHTTPRequestHandler):
    """Comments of one request, under the addresses of both services."""

    comments = []
    tokens = []
    refuses = 0  # with this code

    def do_GET(self):
        page = int(re.search(r"[?&]page=(\d+)", self.path)[1])
        size = int(re.search(r"per_page=(\d+)", self.path)[1])
        self.answer(200, self.comments[(page - 1) * size:page * size])

    def do_POST(self):
        expect(re.fullmatch(r"/repos/me/it/issues/7/comments|/api/projects/5/merge_requests/7/notes", self.path),
               f"posted to {self.path}")
        self.change(lambda body: self.comments.append({"id": len(self.comments) + 1, "body": body}))

    def do_PATCH(self):
        self.update(r"/repos/me/it/issues/comments/(\d+)")

    def do_PUT(self):
        self.update(r"/api/projects/5/merge_requests/7/notes/(\d+)")

    def update(self, address):
        found = re.fullmatch(address, self.path)
        expect(found, f"{self.command} {self.path}")
        comment = self.comments[int(found[1]) - 1]
        if comment.get("of_another"):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.answer(403, {})
        else:
            self.change(lambda body: comment.update(body=body))

    def change(self, how):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
        self.tokens.append(self.headers.get("Authorization") or self.headers.get("PRIVATE-TOKEN"))
        if self.refuses:
            self.answer(self.refuses, {})
        else:
            how(body)
            self.answer(200, {"id": 1})

    def answer(self, code, body):
        self.send_response(code)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_):
        pass


def of_file(path, key):
    """The texts under `key: |` or in a list under `key:` of a YAML file, as ours are written."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for i, line in enumerate(lines):
        if re.fullmatch(rf"\s*(- )?{key}:( \|)?", line):
            indent = len(line) - len(line.lstrip())
            block = []
            for inner in lines[i + 1:]:
                if inner.strip() and len(inner) - len(inner.lstrip()) <= indent:
                    break
                block.append(inner)
            yield i, "\n".join(block)


def bash(script, env, folder):
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, **env}, check=False)
    return done


def run_action(inputs, env, folder):
    """The steps of the action, whose texts are filled in as GitHub does; its exit code and messages."""
    path = SOURCE / "packaging/ci/github/action.yml"
    text = path.read_text(encoding="utf-8")
    declared = dict(re.findall(r"^  ([a-z-]+):\n    description:.*\n(?:    required: true|    default: (.*))$", text, re.M))
    expect(set(inputs) <= set(declared), f"unknown inputs {set(inputs) - set(declared)}")
    outputs = {}
    said = ""
    for line, script in of_file(path, "run"):
        block = "\n".join(text.splitlines()[:line])
        block = block[block.rindex("\n    - "):]
        if re.search(r"if: inputs.comment == 'true'", block) and inputs.get("comment") == "false":
            continue
        step = {}
        for name, kind, what in re.findall(r"^\s+([A-Z_]+): \$\{\{ (inputs|steps)\.([a-z.-]+) \}\}$", block, re.M):
            if kind == "inputs":
                expect(what in declared, f"no input {what}")
                step[name] = inputs.get(what, declared.get(what, "").strip('"'))
            else:
                step[name] = outputs.get(what, "")
        written = folder / "github_output"
        written.write_text("", encoding="utf-8")
        done = bash(script, {**env, **step, "GITHUB_OUTPUT": str(written), "RUNNER_TEMP": str(folder),
                             "GITHUB_ACTION_PATH": str(path.parent),
                             "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}, folder)
        said += done.stdout + done.stderr
        for output in written.read_text(encoding="utf-8").splitlines():
            outputs["compare.outputs." + output.split("=")[0]] = output.split("=", 1)[1]
        outputs["report.outputs.artifact-url"] = "https://forge.example/report/1"
        if done.returncode != 0:
            return done.returncode, said
    return 0, said


def github(address, folder):
    event = folder / "event.json"
    event.write_text(json.dumps({"pull_request": {"number": 7}}), encoding="utf-8")
    return {"GITHUB_API_URL": address, "GITHUB_REPOSITORY": "me/it", "GITHUB_EVENT_PATH": str(event)}


def check_github(address, folder):
    env = github(address, folder)
    # Another person's comment, which copies ours, and more than one page before ours.
    Service.comments[:] = [{"id": 1, "body": "<!-- kernline compare: kernline -->\nmine", "of_another": True}]
    Service.comments += [{"id": i + 2, "body": "looks good"} for i in range(120)]
    inputs = {"files": f"{SLOW}\n{FAST}\n", "fail-above": "2", "kernline": KERNLINE, "token": "secret"}
    code, said = run_action(inputs, env, folder)
    expect(code == 0, f"faster, but {code}: {said}")
    expect(len(Service.comments) == 122, f"{len(Service.comments)} comments after the first")
    ours = Service.comments[-1]["body"]
    expect("14.88× faster" in ours and "(https://forge.example/report/1)" in ours, ours)
    expect(Service.tokens[-1] == "Bearer secret", f"token {Service.tokens}")
    expect("14.88× faster" in (folder / "summary.md").read_text(encoding="utf-8"), "no summary of the job")
    expect((folder / "kernline/report.html").read_text(encoding="utf-8").startswith("<!"), "no HTML report")

    code, said = run_action({**inputs, "files": f"{FAST}\n{SLOW}"}, env, folder)
    expect(code == 5, f"slower, but {code}: {said}")
    expect(len(Service.comments) == 122, "the comment was not updated, but posted again")
    expect("above the --fail-above limit of 2 %" in Service.comments[-1]["body"], Service.comments[-1]["body"])

    code, said = run_action({**inputs, "files": f"{FAST}\n{SLOW}", "fail-above": "", "name": "other",
                             "options": "--by\nfamily"}, env, folder)
    expect(code == 0 and len(Service.comments) == 123, f"without a limit {code}, {len(Service.comments)}: {said}")
    code, said = run_action({**inputs, "comment": "false"}, env, folder)
    expect(code == 0 and len(Service.comments) == 123, "commented though it was not to")

    hostile = folder / "$(touch hurt)`touch hurt`.json"
    code, said = run_action({**inputs, "files": f"{FAST}\n{hostile}"}, env, folder)
    expect(code == 1 and "could not be compared" in Service.comments[121]["body"], f"missing file: {code}: {said}")
    expect(not (folder / "hurt").exists(), "a file name was run")
    code, said = run_action({**inputs, "kernline": "/none/kernline"}, env, folder)
    expect(code == 1 and "No such file" in Service.comments[121]["body"], f"no program: {code}: {said}")

    for refused in (403, 500):
        Service.refuses = refused
        code, said = run_action(inputs, env, folder)
        expect(code == 0 and f"::warning::No comment: {refused}" in said, f"refused with {refused}: {code}: {said}")
    Service.refuses = 0
    code, said = run_action(inputs, {**env, "GITHUB_EVENT_PATH": "/none"}, folder)
    expect(code == 0 and "not of a pull request" in said, f"of no pull request: {code}: {said}")
    code, said = run_action(inputs, {**env, "GITHUB_API_URL": "http://127.0.0.1:9"}, folder)
    expect(code == 0 and "No comment: 0" in said, f"no service: {code}: {said}")


def check_gitlab(address, folder):
    path = SOURCE / "packaging/ci/gitlab/kernline.gitlab-ci.yml"
    script = "\n".join(re.sub(r"^    - ", "", line) for line in next(of_file(path, "script"))[1].splitlines())
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    (bin_folder / "kernline").symlink_to(KERNLINE)
    env = {"PATH": f"{bin_folder}:{os.environ['PATH']}", "KERNLINE_CI": str(SOURCE / "packaging/ci"),
           "KERNLINE_BASE": SLOW, "KERNLINE_OTHER": FAST, "KERNLINE_FAIL_ABOVE": "3", "KERNLINE_NAME": "kernline",
           "CI_JOB_URL": "https://forge.example/job/3", "CI_API_V4_URL": f"{address}/api", "CI_PROJECT_ID": "5",
           "CI_MERGE_REQUEST_IID": "7", "KERNLINE_GITLAB_TOKEN": "glpat"}
    Service.comments.clear()
    done = bash(script, env, folder)
    expect(done.returncode == 0 and len(Service.comments) == 1, f"GitLab {done.returncode}: {done.stdout}{done.stderr}")
    expect(Service.tokens[-1] == "glpat", "the token of GitLab")
    expect("(https://forge.example/job/3/artifacts/file/kernline-report/report.html)" in Service.comments[0]["body"],
           Service.comments[0]["body"])
    done = bash(script, {**env, "KERNLINE_BASE": FAST, "KERNLINE_OTHER": SLOW}, folder)
    expect(done.returncode == 5 and len(Service.comments) == 1, f"GitLab, slower: {done.returncode}: {done.stderr}")
    expect("limit of 3 %" in Service.comments[0]["body"], "the limit in GitLab's note")
    done = bash(script, {**env, "KERNLINE_FAIL_ABOVE": "", "KERNLINE_GITLAB_TOKEN": ""}, folder)
    expect(done.returncode == 0 and "KERNLINE_GITLAB_TOKEN is not set" in done.stderr, f"no token: {done.stderr}")


def check_folder(_, folder):
    (folder / "file").touch()
    done = subprocess.run([sys.executable, SOURCE / "packaging/ci/pull_request.py", "compare", "--kernline", KERNLINE,
                           "--output", folder / "file", FAST, SLOW], capture_output=True, text=True, check=False)
    said = f"pull_request.py: {folder / 'file'}: File exists\n"
    expect((done.returncode, done.stderr) == (1, said), f"no folder for results: {done.stderr}")
    wrong = subprocess.run([sys.executable, SOURCE / "packaging/ci/pull_request.py", "compare", "--output", folder / "out",
                            SLOW, FAST, "--by", "family"], capture_output=True, text=True, check=False)
    expect(wrong.returncode == 2 and "unknown argument --by; options of kernline compare go after --" in wrong.stderr,
           f"--by before --: {wrong.stderr}")


def main():
    for name in list(os.environ):
        if name.startswith(("GITHUB_", "CI_", "KERNLINE_GITLAB")):
            del os.environ[name]
    os.environ["KERNLINE_RETRY_SECONDS"] = "0"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    for check in (check_github, check_gitlab, check_folder):
        with tempfile.TemporaryDirectory() as folder:
            check(address, pathlib.Path(folder))
    server.shutdown()
    print("\n".join(problems) or "ok")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
