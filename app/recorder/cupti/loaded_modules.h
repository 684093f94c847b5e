// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// Copies of the machine code that CUDA loaded: CUPTI shows it only while it is being loaded. Bounded; what does not
/// fit is counted.
class LoadedModules {
 public:
  void add(const char* cubin, std::size_t bytes);
  /// Returns the modules by CRC, which samples name. Valid while this lives.
  [[nodiscard]] std::map<std::uint64_t, std::string_view> byCrc();
  [[nodiscard]] std::uint64_t leftOut();

 private:
  std::mutex m_mutex;
  std::list<std::string> m_cubins;
  std::map<std::uint64_t, std::string_view> m_byCrc;  // first module of each CRC
  std::size_t m_counted = 0;                          // number of modules counted
  std::size_t m_bytes = 0;
  std::uint64_t m_leftOut = 0;
};

/// Returns the modules of this process.
LoadedModules& loadedModules();

/// Keeps the modules that this process loads from now on: for one that records itself later. CUPTI takes one
/// subscriber, so that it ends before a timeline begins.
class ModuleWatch {
 public:
  ModuleWatch();
  ModuleWatch(const ModuleWatch&) = delete;
  ModuleWatch& operator=(const ModuleWatch&) = delete;
  ModuleWatch(ModuleWatch&&) = delete;
  ModuleWatch& operator=(ModuleWatch&&) = delete;
  ~ModuleWatch();

 private:
  void* m_subscriber = nullptr;
};

}  // namespace kernline::recorder
