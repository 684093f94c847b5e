// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/python/python.h"

namespace kernline::recorder {

std::optional<Python> Python::find() {
  Python python;
  const bool isThere =
      findFunction(python.m_isInitialized, "Py_IsInitialized") &&
      findFunction(python.m_addPendingCall, "Py_AddPendingCall") && findFunction(python.m_newDict, "PyDict_New") &&
      findFunction(python.m_dictItem, "PyDict_GetItemString") && findFunction(python.m_run, "PyRun_String") &&
      findFunction(python.m_asUnsigned, "PyLong_AsUnsignedLongLong") &&
      findFunction(python.m_asText, "PyUnicode_AsUTF8") && findFunction(python.m_clearError, "PyErr_Clear") &&
      findFunction(python.m_release, "Py_DecRef");
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

std::string PythonScript::text(const char* variable) const {
  Python::Value* const value = m_python.m_dictItem(m_variables, variable);
  const char* const text = value == nullptr ? nullptr : m_python.m_asText(value);
  m_python.m_clearError();
  return text == nullptr ? std::string() : std::string(text);
}

}  // namespace kernline::recorder
