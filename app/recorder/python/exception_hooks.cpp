// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/python/exception_hooks.h"

#include <fmt/format.h>

#include <cstdint>

namespace kernline::recorder {

namespace {

constexpr const char* addHooks = R"py(
import atexit
import ctypes
import sys
import threading
import types

raised = ctypes.CFUNCTYPE(None, ctypes.c_char_p)({})


def tell(value):
    if not isinstance(value, Exception) or getattr(value, '_kernline_told', False):
        return
    try:
        value._kernline_told = True
    except Exception:
        pass
    try:
        text = type(value).__name__ + ': ' + str(value)
    except Exception:
        text = type(value).__name__
    raised(' '.join(text[:300].split()).encode(errors='replace'))


def ended(kind, value, trace):
    tell(value)
    ended.before(kind, value, trace)


def thread_ended(args):
    tell(args.exc_value)
    thread_ended.before(args)


ended.before, sys.excepthook = sys.excepthook, ended
thread_ended.before, threading.excepthook = threading.excepthook, thread_ended
atexit.register(lambda: tell(getattr(sys, 'last_value', None)))  # if the program has a hook of its own by now
sys.modules['_kernline_exceptions'] = types.SimpleNamespace(tell=tell)
)py";

/// sys.monitoring calls back when an exception leaves a function, and costs nothing else.
constexpr const char* addStepHook = R"py(
import os
import sys

tell = sys.modules['_kernline_exceptions'].tell
register = sys.modules['torch.optim.optimizer'].register_optimizer_step_post_hook
monitoring = getattr(sys, 'monitoring', None)
folders = [os.path.dirname(os.path.dirname(sys.modules['torch.optim.optimizer'].__file__)) + os.sep]
library = os.path.dirname(os.__file__) + os.sep
around = {}


def is_others(path):
    in_library = path.startswith(library) and 'site-packages' not in path and 'dist-packages' not in path
    return in_library or path.startswith(('<frozen', *folders))


def left(code, offset, value):
    if id(code) in around and not isinstance(value, (StopIteration, StopAsyncIteration)):
        tell(value)


def watch():
    for tool in (4, 3):
        if monitoring.get_tool(tool) is None:
            monitoring.use_tool_id(tool, 'kernline')
            monitoring.register_callback(tool, monitoring.events.PY_UNWIND, left)
            monitoring.set_events(tool, monitoring.events.PY_UNWIND)
            return


def after(optimizer, args, kwargs):
    if around:
        return
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code.co_name != '<module>' and not is_others(code.co_filename):
            around[id(code)] = code
        frame = frame.f_back
    process = sys.modules.get('multiprocessing.process')
    if process is not None:
        code = process.BaseProcess.run.__code__
        around[id(code)] = code
    around[0] = None
    watch()
    handle.remove()


if monitoring is not None:
    handle = register(after)
)py";

template <typename Function>
std::uintptr_t addressOf(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

}  // namespace

bool hookExceptions(const Python& python, ExceptionRaised raised) {
  const std::string code = fmt::format(fmt::runtime(addHooks), addressOf(raised));
  return PythonScript(python).run(code.c_str());
}

bool hookTrainingStep(const Python& python) {
  return PythonScript(python).run(addStepHook);
}

}  // namespace kernline::recorder
