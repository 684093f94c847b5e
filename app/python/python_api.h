// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::python {

/// A reference to an object of Python, given back at the end; null where an exception is set.
struct ReferenceEnd {
  void operator()(PyObject* object) const { Py_DECREF(object); }
};
using Reference = std::unique_ptr<PyObject, ReferenceEnd>;

/// Converts text to Python; invalid UTF-8 is replaced.
[[nodiscard]] inline Reference toPython(std::string_view text) {
  return Reference(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

/// A value in a capsule of this name, which deletes it.
template <typename Value>
[[nodiscard]] PyObject* capsuleOf(Value value, const char* name) {
  auto owned = std::make_unique<Value>(std::move(value));
  PyObject* const capsule = PyCapsule_New(owned.get(), name, [](PyObject* object) {
    delete static_cast<Value*>(PyCapsule_GetPointer(object, PyCapsule_GetName(object)));
  });
  if (capsule != nullptr) {
    static_cast<void>(owned.release());
  }
  return capsule;
}

/// Returns the value in such a capsule; nullptr with an exception for another object.
template <typename Value>
[[nodiscard]] Value* valueIn(PyObject* capsule, const char* name) {
  return static_cast<Value*>(PyCapsule_GetPointer(capsule, name));
}

}  // namespace kernline::python
