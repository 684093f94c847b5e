// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace kernline::recorder {

/// What the program calls the categories of its NVTX ranges, those of the default domain. From any thread.
class NvtxCategories {
 public:
  void name(std::uint32_t category, const char* name) {
    const std::scoped_lock lock(m_mutex);
    m_names[category] = name == nullptr ? "" : name;
  }
  /// Empty: it has no name.
  [[nodiscard]] std::string nameOf(std::uint32_t category) const {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_names.find(category);
    return found == m_names.end() ? std::string() : found->second;
  }

 private:
  mutable std::mutex m_mutex;
  std::map<std::uint32_t, std::string> m_names;
};

/// Those of this process: CUPTI's callbacks know nothing of ours.
inline NvtxCategories& nvtxCategories() {
  static auto* const all = new NvtxCategories;  // outlives every thread of the program
  return *all;
}

}  // namespace kernline::recorder
