// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/python.h"

#include <dlfcn.h>

namespace kernline::recorder {

namespace {

template <typename Function>
bool find(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
  return function != nullptr;
}

}  // namespace

std::optional<Python> Python::find() {
  Python python;
  const bool isThere =
      recorder::find(python.m_isInitialized, "Py_IsInitialized") &&
      recorder::find(python.m_addPendingCall, "Py_AddPendingCall") && recorder::find(python.m_newDict, "PyDict_New") &&
      recorder::find(python.m_dictItem, "PyDict_GetItemString") && recorder::find(python.m_run, "PyRun_String") &&
      recorder::find(python.m_asUnsigned, "PyLong_AsUnsignedLongLong") &&
      recorder::find(python.m_clearError, "PyErr_Clear") && recorder::find(python.m_release, "Py_DecRef");
  return isThere ? std::optional(python) : std::nullopt;
}

bool PythonScript::run(const char* code) {
  constexpr int fileInput = 257;  // Py_file_input
  Python::Value* const result = m_python.m_run(code, fileInput, m_variables, m_variables);
  if (result == nullptr) {
    m_python.m_clearError();
    return false;
  }
  m_python.m_release(result);
  return true;
}

std::uint64_t PythonScript::number(const char* variable) const {
  Python::Value* const value = m_python.m_dictItem(m_variables, variable);
  if (value == nullptr) {
    return 0;
  }
  const unsigned long long number = m_python.m_asUnsigned(value);
  m_python.m_clearError();
  return number == UINT64_MAX ? 0 : number;
}

}  // namespace kernline::recorder
