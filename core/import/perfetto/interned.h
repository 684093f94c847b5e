// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::perfetto {

/// The fields of InternedData that are used.
enum class InternedKind : std::uint8_t {
  Category,
  EventName,
  AnnotationName,
  AnnotationText,
  SourceLocation,
  GpuStage,     ///< InternedGpuRenderStageSpecification: lanes and stages
  GpuContext,   ///< InternedGraphicsContext
  GpuCounters,  ///< InternedGpuCounterDescriptor
  LogText,
  Kernel,          ///< PyTorch's extension 1000
  LaunchArgument,  ///< PyTorch's extension 1001
  Count_
};
inline constexpr std::size_t internedKinds = static_cast<std::size_t>(InternedKind::Count_);

struct InternedEntry {
  InternedKind kind = InternedKind::EventName;
  std::uint64_t iid = 0;
  std::string_view text;     ///< its name
  std::string_view message;  ///< all of it
};

/// Adds what InternedData holds. Throws protobuf::DamagedMessage where it breaks.
void readInterned(std::string_view data, std::vector<InternedEntry>& entries);
/// Adds the entries before the break, if there is one. Returns true if there is none.
bool readInternedToTheBreak(std::string_view data, std::vector<InternedEntry>& entries);

/// Values by iid, which writers count from 1 on: in a row as far as that takes little more room than there are values.
template <typename T>
class ByIid {
 public:
  [[nodiscard]] T* find(std::uint64_t iid) {
    if (iid < m_dense.size() && m_isSet[iid]) {
      return &m_dense[iid];
    }
    const auto at = m_sparse.find(iid);
    return at == m_sparse.end() ? nullptr : &at->second;
  }
  [[nodiscard]] const T* find(std::uint64_t iid) const { return const_cast<ByIid*>(this)->find(iid); }

  /// The first value of an iid stays, for while a state holds it must not change. False if there was one.
  bool add(std::uint64_t iid, T value) {
    if (find(iid) != nullptr) {
      return false;
    }
    constexpr std::uint64_t slack = 1024;
    if (iid < m_count * 2 + slack) {
      if (iid >= m_dense.size()) {
        m_dense.resize(iid + iid / 2 + 8);
        m_isSet.resize(m_dense.size(), false);
      }
      m_dense[iid] = std::move(value);
      m_isSet[iid] = true;
    } else {
      m_sparse.emplace(iid, std::move(value));
    }
    ++m_count;
    return true;
  }

 private:
  std::vector<T> m_dense;
  std::vector<bool> m_isSet;
  std::unordered_map<std::uint64_t, T> m_sparse;
  std::uint64_t m_count = 0;
};

}  // namespace kernline::perfetto
