// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <string>

namespace kernline::recorder {

/// A library that is looked for when it is needed, so that a machine without it runs the rest of the program. It stays
/// loaded: what it started (threads, handlers) may outlive us.
class SharedLibrary {
 public:
  SharedLibrary() = default;
  explicit SharedLibrary(void* handle) : m_handle(handle) {}

  [[nodiscard]] bool isLoaded() const { return m_handle != nullptr; }

  /// Null if the library has no such function.
  template <typename Function>
  void find(Function*& function, const char* name) const {
    function = m_handle == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(m_handle, name));
  }

 private:
  void* m_handle = nullptr;
};

}  // namespace kernline::recorder
