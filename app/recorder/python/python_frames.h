// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/python/python.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::recorder {

/// The stacks of all threads that run Python, by CPython's C functions (3.10 and newer). All but find() within the main
/// thread of the interpreter, which waits meanwhile.
class PythonFrames {
 public:
  /// Places in code: numbers of names, from the outermost frame.
  using Take = std::function<void(std::uint32_t thread, std::span<const std::uint32_t> places)>;

  /// nullopt if the process runs no Python, or one without these functions.
  static std::optional<PythonFrames> find(const Python& python);

  /// Calls `take` for each thread, by its number in the kernel.
  void eachThread(const Take& take);
  /// Names of places found since the last call, numbered from 0 without gaps: "train.py(31): step".
  std::vector<std::string> takeNewNames() { return std::exchange(m_newNames, {}); }

 private:
  using Object = Python::Value;
  struct Place {
    Object* code = nullptr;
    int instruction = 0;

    bool operator==(const Place&) const = default;
  };
  struct HashOfPlace {
    std::size_t operator()(const Place& place) const {
      return std::hash<Object*>()(place.code) * 31 + static_cast<std::size_t>(place.instruction);
    }
  };

  explicit PythonFrames(const Python& python) : m_python(python) {}
  bool findFunctions();
  void learnPaths();
  void learnThreads();
  void readStack(Object* innermost);
  std::uint32_t placeOf(Object* frame);
  [[nodiscard]] std::string nameOf(Object* code, int line) const;
  [[nodiscard]] std::string textOf(Object* object, const char* attribute) const;

  Python m_python;
  Object* (*m_import)(const char* name) = nullptr;
  Object* (*m_attribute)(Object* object, const char* name) = nullptr;
  Object* (*m_call)(Object* callable) = nullptr;
  int (*m_next)(Object* dict, long* position, Object** key, Object** value) = nullptr;
  const char* (*m_utf8)(Object* text) = nullptr;
  void (*m_hold)(Object* object) = nullptr;
  Object* (*m_code)(Object* frame) = nullptr;  // new reference
  Object* (*m_back)(Object* frame) = nullptr;  // new reference
  int (*m_line)(Object* frame) = nullptr;
  int (*m_instruction)(Object* frame) = nullptr;  // nullptr before Python 3.11
  Object* m_currentFrames = nullptr;              // sys._current_frames

  std::vector<std::string> m_paths;  // entries of sys.path, each with its last slash
  std::unordered_map<std::uint64_t, std::uint32_t> m_threads;
  std::unordered_map<Place, std::uint32_t, HashOfPlace> m_places;  // hold their code, so that addresses stay theirs
  std::vector<std::string> m_newNames;
  std::vector<std::uint32_t> m_stack;
};

}  // namespace kernline::recorder
