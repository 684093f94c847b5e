#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes an installed tree run without what it was built with: its libraries, Qt's plugins and fonts come into it.

Usage: bundle.py PROGRAM, which is what `cmake --install` laid below a prefix.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What every system that has a glibc new enough has in a version new enough. The C++ runtime is among it: one that was
# brought along would be older than what a driver of the system may need.
OF_SYSTEM = re.compile(r"(ld-linux-x86-64|libc|libm|libdl|librt|libpthread|libresolv|libutil|libstdc\+\+|libgcc_s)\.so\.\d+")
# No OpenGL: nothing in the viewer draws with it, and it would load the drivers of the system.
PLUGINS = ("platforms/libqxcb.so", "platforms/libqoffscreen.so", "platforms/libqwayland-*.so",
           "wayland-shell-integration/*.so", "wayland-decoration-client/*.so",
           "platforminputcontexts/*.so", "imageformats/libqsvg.so", "iconengines/*.so")
LIBEXEC = "libexec/kernline"
FONTS = Path("/usr/share/fonts/truetype/dejavu")


def output_of(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def is_elf(path):
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def elf_files(folder):
    return sorted(path for path in folder.rglob("*") if is_elf(path))


def needed(path):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", path))


def places_of(path):
    """Where the loader finds the libraries of a binary: {name: path}."""
    found = {}
    for name, place in re.findall(r"^\s*(\S+) => (\S+)", output_of("ldd", path), re.MULTILINE):
        if place == "not":
            sys.exit(f"{path} needs {name}, which is not installed")
        found[name] = Path(place).resolve()
    return found


def glibc_of(paths):
    """The newest version of glibc that a symbol asks for, as (2, 36)."""
    versions = {(2, 0)}
    for path in paths:
        for version in re.findall(r"GLIBC_(\d+\.\d+)", output_of("readelf", "-V", path)):
            versions.add(tuple(map(int, version.split("."))))
    return max(versions)


def libraries_below(path, places):
    """Names of what a binary needs, and what that needs, without the system's own."""
    names = set()
    waiting = [path]
    while waiting:
        for name in needed(waiting.pop()):
            if name not in names and not OF_SYSTEM.fullmatch(name):
                names.add(name)
                waiting.append(places[name])
    return names


def add_plugins(program):
    """Qt's plugins, beside the programs, and the file that tells Qt so."""
    from_qt = Path(output_of("qtpaths6", "--query", "QT_INSTALL_PLUGINS").strip())
    for pattern in PLUGINS:
        for plugin in sorted(from_qt.glob(pattern)):
            target = program / "plugins" / plugin.relative_to(from_qt)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(plugin, target)
    translations = Path(output_of("qtpaths6", "--query", "QT_INSTALL_TRANSLATIONS").strip())
    for words in translations.glob("qtbase_zh_CN.qm"):
        (program / "translations").mkdir(exist_ok=True)
        shutil.copy2(words, program / "translations")
    (program / "bin" / "qt.conf").write_text("[Paths]\nPrefix = ..\nPlugins = plugins\nTranslations = translations\n",
                                            encoding="utf-8")


def add_fonts(program):
    """For a system that has none, as containers and servers have not: who starts the program says when they are used."""
    fonts = program / "fonts"
    fonts.mkdir()
    for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold"):
        shutil.copy(FONTS / f"{name}.ttf", fonts)
    shutil.copy(Path(__file__).with_name("fonts.conf"), program)


def add_notices(program, files):
    """The copyright notices of the packages that files of the system came with."""
    notices = program / "share" / "doc"
    for file in sorted(files):
        owner = output_of("dpkg-query", "-S", f"*/{file.name}").split(":")[0].split(",")[0]
        notice = Path("/usr/share/doc") / owner / "copyright"
        if not notice.exists():
            sys.exit(f"{file} comes without a copyright notice: {notice}")
        (notices / owner).mkdir(parents=True, exist_ok=True)
        shutil.copy(notice, notices / owner)


def add_libraries(program, module=None):
    """Copies libraries into program/lib, and sets for each binary where it looks for them. Those that a module brings into
    an interpreter have names of their own there, for it may have loaded others of the same name."""
    binaries = [path for path in elf_files(program) if LIBEXEC not in str(path)]  # the recorder needs none
    if module is not None:
        binaries.append(module)
    places = {}
    for binary in binaries:
        places.update(places_of(binary))
    of_module = set() if module is None else libraries_below(module, places)
    names = set(of_module)
    for binary in binaries:
        names |= libraries_below(binary, places)
    own_names = {}
    folder = program / "lib"
    folder.mkdir()
    for name in sorted(names):
        digest = hashlib.sha256(places[name].read_bytes()).hexdigest()[:8]
        own = re.sub(r"\.so", f"-{digest}.so", name, count=1) if name in of_module else name
        own_names[name] = own
        shutil.copy(places[name], folder / own)
        os.chmod(folder / own, 0o755)
    for binary in [*binaries, *elf_files(folder)]:
        subprocess.run(["strip", "--strip-unneeded", str(binary)], check=True)  # not after patchelf, which it breaks
        changes = [("--replace-needed", name, own_names[name]) for name in needed(binary)
                   if own_names.get(name, name) != name]
        if binary.parent == folder:
            changes.append(("--set-soname", binary.name))
        changes.append(("--set-rpath", "$ORIGIN/" + os.path.relpath(folder, binary.parent)))
        for change in changes:  # together, patchelf 0.14 mixes them up
            subprocess.run(["patchelf", *change, str(binary)], check=True)
    return {places[name] for name in names}


def check(folder):
    """Every library comes out of the folder, or is the system's own."""
    for binary in elf_files(folder):
        for name, place in places_of(binary).items():
            if not OF_SYSTEM.fullmatch(name) and not place.is_relative_to(folder.resolve()):
                sys.exit(f"{binary} would take {name} from {place}")


def make_portable(program, module=None):
    """Does it all to what `cmake --install` laid below `program`. The files that were added."""
    add_plugins(program)
    add_fonts(program)
    libraries = add_libraries(program, module)
    add_notices(program, libraries | {FONTS / "DejaVuSans.ttf"})
    return libraries


def main():
    program = Path(sys.argv[1])
    libraries = make_portable(program)
    check(program)
    major, minor = glibc_of(elf_files(program))
    print(f"{program}: with {len(libraries)} libraries; needs glibc {major}.{minor}")


if __name__ == "__main__":
    main()
