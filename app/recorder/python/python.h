// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <optional>
#include <string>

namespace kernline::recorder {

// This folder knows the Python of a recorded program: code that runs in it, and the stacks of its threads.
/// The Python in this process, by CPython's C functions.
class Python {
 public:
  using PendingCall = int (*)(void*);

  /// nullopt if the process runs none.
  static std::optional<Python> find();

  /// Has the interpreter call `call` in its main thread, soon; it returns 0. Any thread may ask.
  [[nodiscard]] bool callSoon(PendingCall call, void* argument) const {
    return m_isInitialized() != 0 && m_addPendingCall(call, argument) == 0;
  }

  /// Finds one of its functions; nullptr if this version has none of that name.
  template <typename Function>
  static bool findFunction(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
    return function != nullptr;
  }

 private:
  friend class PythonScript;
  friend class PythonFrames;
  struct Value;
  Python() = default;

  int (*m_isInitialized)() = nullptr;
  int (*m_addPendingCall)(PendingCall call, void* argument) = nullptr;
  Value* (*m_newDict)() = nullptr;
  Value* (*m_dictItem)(Value* dict, const char* key) = nullptr;  // borrowed
  Value* (*m_run)(const char* code, int start, Value* globals, Value* locals) = nullptr;
  unsigned long long (*m_asUnsigned)(Value* value) = nullptr;
  const char* (*m_asText)(Value* value) = nullptr;
  void (*m_clearError)() = nullptr;
  void (*m_release)(Value* value) = nullptr;  // takes nullptr
};

/// Runs code with variables of its own. The caller holds the interpreter's lock.
class PythonScript {
 public:
  explicit PythonScript(const Python& python) : m_python(python), m_variables(python.m_newDict()) {}
  PythonScript(const PythonScript&) = delete;
  PythonScript& operator=(const PythonScript&) = delete;
  ~PythonScript() { m_python.m_release(m_variables); }

  /// False if it raised an exception, which is forgotten.
  bool run(const char* code);
  /// 0 if there is no such variable, or it is no number.
  [[nodiscard]] std::uint64_t number(const char* variable) const;
  /// Empty if there is no such variable, or it is no text.
  [[nodiscard]] std::string text(const char* variable) const;

 private:
  const Python& m_python;
  Python::Value* m_variables;
};

}  // namespace kernline::recorder
