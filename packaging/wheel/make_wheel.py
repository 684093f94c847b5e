#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a wheel of an installed tree.

Usage: make_wheel.py STAGE OUT. STAGE has `kernline`, the package, and in it `program`, what is installed below a prefix.
Puts in the libraries that these need and a system need not have, makes them find each other, and writes OUT/*.whl with
the tag of what the binaries ask of glibc.
"""
import base64
import hashlib
import os
import shutil
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bundle"))
from bundle import check, elf_files, glibc_of, make_portable, output_of  # noqa: E402


def leave_out(program):
    """What is only of use where a package is installed for everybody."""
    for path in ("share/applications", "share/metainfo", "share/mime", "share/icons", "share/bash-completion",
                 "share/zsh"):
        shutil.rmtree(program / path, ignore_errors=True)


def section(page, heading):
    """The part of a page of the documentation below a heading of level two, as a page of its own."""
    part = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return f"# {heading}\n" + part.replace("\n###", "\n##")


def write_wheel(stage, out, version, tag):
    info = f"kernline-{version}.dist-info"
    root = Path(__file__).resolve().parents[2]
    files = {f"{info}/METADATA": (
        f"Metadata-Version: 2.1\nName: kernline\nVersion: {version}\n"
        "Summary: Viewer for GPU traces, memory curves and profiler tables\n"
        "Home-page: https://github.com/kernline/kernline\nLicense: GPL-3.0-or-later\nRequires-Python: >=3.10\n"
        "Classifier: Operating System :: POSIX :: Linux\nClassifier: Programming Language :: Python :: 3\n"
        "Classifier: Typing :: Typed\nDescription-Content-Type: text/markdown\n\n"
        + section((root / "resources" / "docs" / "tools.md").read_text(encoding="utf-8"), "Python")).encode()}
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: kernline\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    files[f"{info}/entry_points.txt"] = (b"[console_scripts]\nkernline = kernline.__main__:main\n"
                                         b"kernline-viewer = kernline.__main__:viewer\n")
    for license_file in sorted((root / "LICENSES").glob("*.txt")):
        files[f"{info}/licenses/{license_file.name}"] = license_file.read_bytes()
    files[f"{info}/licenses/copyright"] = (root / "packaging" / "linux" / "copyright").read_bytes()
    for path in sorted(stage.rglob("*")):
        if path.is_file():
            files[str(path.relative_to(stage))] = path
    wheel = out / f"kernline-{version}-{tag}.whl"
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def add(name, data, mode):
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)

        for name, source in files.items():
            data = source if isinstance(source, bytes) else source.read_bytes()
            executable = isinstance(source, Path) and os.access(source, os.X_OK)
            add(name, data, 0o755 if executable else 0o644)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
        add(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,", ""]).encode(), 0o644)
    return wheel


def main():
    stage, out = Path(sys.argv[1]), Path(sys.argv[2])
    package = stage / "kernline"
    program = package / "program"
    version = output_of(program / "bin" / "kernline", "--version").split()[1]
    leave_out(program)
    libraries = make_portable(program, package / "_kernline.abi3.so")
    check(package)
    major, minor = glibc_of(elf_files(package))
    for old in out.glob("kernline-*.whl"):
        old.unlink()
    wheel = write_wheel(stage, out, version, f"cp310-abi3-manylinux_{major}_{minor}_x86_64")
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB, with {len(libraries)} libraries; needs glibc {major}.{minor}")


if __name__ == "__main__":
    main()
