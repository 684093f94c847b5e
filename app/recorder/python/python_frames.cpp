// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/python/python_frames.h"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace kernline::recorder {

namespace {

/// Calls `take` with each line of `text` that is not empty.
template <typename Take>
void eachLine(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) {
      take(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::optional<PythonFrames> PythonFrames::find(const Python& python) {
  PythonFrames frames(python);
  return frames.findFunctions() ? std::optional(std::move(frames)) : std::nullopt;
}

bool PythonFrames::findFunctions() {
  Python::findFunction(m_instruction, "PyFrame_GetLasti");
  return Python::findFunction(m_import, "PyImport_ImportModule") &&
         Python::findFunction(m_attribute, "PyObject_GetAttrString") &&
         Python::findFunction(m_call, "PyObject_CallNoArgs") && Python::findFunction(m_next, "PyDict_Next") &&
         Python::findFunction(m_utf8, "PyUnicode_AsUTF8") && Python::findFunction(m_hold, "Py_IncRef") &&
         Python::findFunction(m_code, "PyFrame_GetCode") && Python::findFunction(m_back, "PyFrame_GetBack") &&
         Python::findFunction(m_line, "PyFrame_GetLineNumber");
}

void PythonFrames::eachThread(const Take& take) {
  if (m_currentFrames == nullptr) {
    Object* const sys = m_import("sys");
    m_currentFrames = sys == nullptr ? nullptr : m_attribute(sys, "_current_frames");
    m_python.m_release(sys);
    learnPaths();
    learnThreads();
  }
  Object* const frames = m_currentFrames == nullptr ? nullptr : m_call(m_currentFrames);
  if (frames == nullptr) {
    m_python.m_clearError();
    return;
  }
  long position = 0;
  Object* identity = nullptr;
  Object* frame = nullptr;
  bool hasAsked = false;
  while (m_next(frames, &position, &identity, &frame) != 0) {
    const std::uint64_t id = m_python.m_asUnsigned(identity);
    auto thread = m_threads.find(id);
    if (thread == m_threads.end() && !hasAsked) {
      hasAsked = true;
      learnThreads();
      thread = m_threads.find(id);
    }
    if (thread != m_threads.end() && thread->second != 0) {
      readStack(frame);
      take(thread->second, m_stack);
    } else {
      m_threads.try_emplace(id, 0);  // made outside the threading module: has no number
    }
  }
  m_python.m_clearError();
  m_python.m_release(frames);
}

void PythonFrames::learnPaths() {
  PythonScript script(m_python);
  if (script.run("import sys\npaths = '\\n'.join(path for path in sys.path if isinstance(path, str))")) {
    eachLine(script.text("paths"), [&](std::string_view path) {
      m_paths.emplace_back(path);
      m_paths.back() += path.ends_with('/') ? "" : "/";
    });
  }
  std::ranges::sort(m_paths, std::ranges::greater{}, &std::string::size);
}

void PythonFrames::learnThreads() {
  PythonScript script(m_python);
  const bool isKnown = script.run(
      "import sys, threading\n"
      "threads = '\\n'.join(f'{each.ident} {each.native_id}' for each in threading.enumerate() if each.native_id)");
  eachLine(isKnown ? script.text("threads") : std::string(), [&](std::string_view line) {
    std::uint64_t id = 0;
    std::uint32_t number = 0;
    const char* const end = line.data() + line.size();
    const auto first = std::from_chars(line.data(), end, id);
    if (first.ptr != end && std::from_chars(first.ptr + 1, end, number).ec == std::errc{}) {
      m_threads[id] = number;
    }
  });
}

/// Reads the stack from the outermost frame into m_stack.
void PythonFrames::readStack(Object* innermost) {
  constexpr std::size_t maxFrames = 200;
  m_stack.clear();
  m_hold(innermost);
  for (Object* frame = innermost; frame != nullptr;) {
    if (m_stack.size() < maxFrames) {
      m_stack.push_back(placeOf(frame));
    }
    Object* const outer = m_back(frame);
    m_python.m_release(frame);
    frame = outer;
  }
  std::ranges::reverse(m_stack);
}

std::uint32_t PythonFrames::placeOf(Object* frame) {
  Object* const code = m_code(frame);
  const int instruction = m_instruction == nullptr ? m_line(frame) : m_instruction(frame);
  const auto [known, isNew] = m_places.try_emplace(Place{.code = code, .instruction = instruction},
                                                   static_cast<std::uint32_t>(m_places.size()));
  if (isNew) {
    m_newNames.push_back(nameOf(code, m_line(frame)));
  } else {
    m_python.m_release(code);
  }
  return known->second;
}

/// Returns the name in torch.profiler's form, but with the line that runs in place of the function's first.
std::string PythonFrames::nameOf(Object* code, int line) const {
  std::string file = textOf(code, "co_filename");
  const auto path = std::ranges::find_if(m_paths, [&](const std::string& each) { return file.starts_with(each); });
  if (path != m_paths.end()) {
    file.erase(0, path->size());
  }
  return fmt::format("{}({}): {}", file, line, textOf(code, "co_name"));
}

std::string PythonFrames::textOf(Object* object, const char* attribute) const {
  Object* const value = m_attribute(object, attribute);
  const char* const text = value == nullptr ? nullptr : m_utf8(value);
  std::string copy = text == nullptr ? "?" : text;
  m_python.m_release(value);
  m_python.m_clearError();
  return copy;
}

}  // namespace kernline::recorder
