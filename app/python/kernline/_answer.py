# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers of the command line as dicts."""
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, TypeVar, Union

from . import _program
from ._html import html_picture
from ._module import Error, native, warn

PathLike = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
TimeRange = Union[str, Tuple[int, int]]


class HeldFile:
    """A file that is held open."""

    def __init__(self, path: PathLike) -> None:
        self.path = os.fsdecode(path)
        if re.fullmatch(r"[\w.@-]{2,}:[^\\]+", self.path) and not os.path.exists(self.path):
            raise Error(f"{self.path} is on another machine; run Python there, or copy the file")
        handle, self.kind, self.notes = native.open(self.path)
        self._handle: Optional[object] = handle

    def _opened(self) -> object:
        """What the compiled part knows it by; an Error where it is closed."""
        if self._handle is None:
            raise Error(f"{self.path} is closed; open it again with kernline.open")
        return self._handle

    def _refuse_changed(self) -> None:
        """An Error where the file was overwritten since it was opened."""
        if self._handle is not None:
            native.refuse_changed(self._handle)

    def close(self) -> None:
        """Gives the memory of the file back, as the end of a `with` does; what tables of it need stays as long as they.
        Closing it again does nothing."""
        self._handle = None


Source = Union[PathLike, HeldFile]


class Answer(Dict[str, Any]):
    """What a command answers with --json (`man kernline-json`): a dict of lists, numbers, texts and None. Copies, also
    those by pickle, are plain dicts."""

    def __repr__(self) -> str:
        return f"<kernline.{type(self).__name__}: {', '.join(self)}>"

    def __reduce__(self) -> Tuple[type, Tuple[Dict[str, Any]]]:
        return dict, (dict(self),)  # what draws its picture stays in this process


def as_text(source: Source) -> str:
    """The path of a file, as the command line takes it."""
    return source.path if isinstance(source, HeldFile) else os.fsdecode(source)


def _word(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    if len(value) != 2:
        raise Error(f"{value} is not a range; give two times in nanoseconds: (begin, end)")
    return "@{}..@{}".format(*value)


def options(given: Dict[str, Any]) -> List[str]:
    """Keywords as options: steps_by="rounds" is --steps-by=rounds, True a flag, a list the option again and again, a
    tuple of two times in nanoseconds a range. What is None is not given."""
    words = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, list) else [value]:
            if one is True:
                words.append(option)
            elif one is not None and one is not False:
                words.append(f"{option}={_word(one)}")
    return words


def _refuse_twice(sources: Sequence[Source]) -> None:
    """Answers tell files by their paths, so one path cannot be a file as it was and as it is."""
    held = {file.path: file for file in sources if isinstance(file, HeldFile)}
    for source in sources:
        path = as_text(source)
        if path in held and source is not held[path]:
            raise Error(f"{path} is given as an open file and as a path; pass the same object twice, or copy the file")


def ask(command: str, sources: Sequence[Source], given: Dict[str, Any]) -> Dict[str, Any]:
    """Runs a command on files in this process. Those that are held open are not read again."""
    _refuse_twice(sources)
    held = [source for source in sources if isinstance(source, HeldFile)]
    words = [command, *options(given), "--json", "--", *map(as_text, sources)]
    text, said = native.answer(words, [file._opened() for file in held])
    known = {note for file in held for note in file.notes}
    warn(sentence for sentence in said if sentence not in known)
    document: Dict[str, Any] = json.loads(text)
    return document


Drawn = TypeVar("Drawn", bound="DrawnAnswer")


def drawn(result: Drawn, sources: Sequence[Source], view: str, part: Dict[str, Any]) -> Drawn:
    """The answer, and what its picture shows."""
    result.sources, result.view, result.part = sources, view, part
    return result


def answer(command: str, sources: Sequence[Source], given: Dict[str, Any]) -> Answer:
    """The same as an Answer."""
    return Answer(ask(command, sources, given))


def render(sources: Sequence[Source], view: str, form: str, given: Dict[str, Any]) -> bytes:
    """A picture by `kernline render`: what its window shows."""
    if form not in ("png", "svg"):
        raise Error(f'"{form}" is not a picture format; use png or svg')
    words = ["render", f"--view={view}", *options(given)]
    files = [*map(as_text, sources)]
    for source in sources:
        if isinstance(source, HeldFile):
            source._refuse_changed()  # pylint: disable=protected-access
    if form == "png":
        return _program.run([*words, "--output=-", "--", *files])
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.svg"
        _program.run([*words, f"--output={picture}", "--", *files])
        return picture.read_bytes()


class DrawnAnswer(Answer):
    """An answer with a picture, which notebooks show: a comparison, a roofline, a curve of memory."""

    sources: Sequence[Source] = ()
    view: str = ""  # of `kernline render`
    part: Dict[str, Any] = {}  # options that say what of the files is shown

    def render(self, form: str = "png", *, width: int = 1280, height: int = 720, theme: str = "light") -> bytes:
        """The picture of `kernline render --view VIEW` for this answer, width by height pixels. `form`: png or svg."""
        return render(self.sources, self.view, form, {"size": f"{width}x{height}", "theme": theme, **self.part})

    def _repr_html_(self) -> str:
        return html_picture(" and ".join(map(as_text, self.sources)), picture_or_none(self.render))

    def _repr_png_(self) -> Optional[bytes]:
        return picture_or_none(self.render)


class Comparison(DrawnAnswer):
    """What `kernline compare --json` answers."""


def picture_or_none(draw: Callable[[], bytes]) -> Optional[bytes]:
    """For a notebook, where a cell without a picture is better than one with an exception."""
    try:
        return draw()
    except Error as error:
        warn([str(error)])
        return None


def compare(*runs: Source, by: Optional[str] = None, step: Optional[str] = None, why: bool = False,
            series: bool = False, **more: Any) -> Comparison:
    """Whether recordings are faster than the first one, with the noise, and what makes the difference.

    `runs`: traces or logs, opened or by path, the baseline first; or one folder of them. `by`: match GPU work by name,
    normal, family, op, shape or order; by default by op where operators are known, else by name. `step`: what the steps
    are, as `kernline steps` chooses them. `why`: split changes of GPU time into calls, work and efficiency. `series`:
    the runs are successive; find where it changed. Others are options of `kernline compare`. Times of the answer are
    nanoseconds.
    """
    result = Comparison(ask("compare", runs, {"by": by, "step": step, "why": why, "series": series, **more}))
    return drawn(result, runs, "series" if series else "compare", {})


def ranks(source: Union[Source, Sequence[Source]], **more: Any) -> Answer:
    """Clocks, collectives and stragglers of the ranks of a run. Times are nanoseconds.

    `source`: a folder or an archive, opened or by path, or a list of files, traces or digests, one for each rank.
    `more`: options of `kernline ranks`, as clock=["3=-250us"].
    """
    return answer("ranks", [source] if isinstance(source, (str, bytes, os.PathLike, HeldFile)) else list(source), more)
