// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/cupti_library.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// "Memcpy HtoD (Pageable -> Device)" of CUPTI's numbers, as torch.profiler has it.
std::string copyName(std::uint8_t copyKind, std::uint8_t from, std::uint8_t to);
/// "Memset (Device)".
std::string setName(std::uint16_t memoryKind);
/// "Device" of a CUpti_ActivityMemoryKind.
std::string_view memoryKindName(std::uint32_t kind);
std::string_view overheadName(std::uint32_t kind);
std::string_view syncName(std::uint32_t type);

/// "cudaLaunchKernel" of "cudaLaunchKernel_v7000" and "cudaLaunchKernel_ptsz_v7000".
std::string_view callName(std::string_view versioned);

/// Names of calls in a domain (runtime or driver), by their ids.
class CallNames {
 public:
  explicit CallNames(CUpti_CallbackDomain domain) : m_domain(domain) {}
  std::string_view of(std::uint32_t cbid);
  /// Returns how many there are.
  [[nodiscard]] std::uint32_t count();

 private:
  CUpti_CallbackDomain m_domain;
  std::vector<std::string> m_names;
  bool m_isAsked = false;
};

/// Returns true if calls of the runtime by this name are frequent and without interest: torch.profiler leaves out the
/// same.
bool isTrivialRuntimeCall(std::string_view name);
/// Whether a call of the runtime by this name gives a GPU work, or waits for it.
bool isLaunchingRuntimeCall(std::string_view name);
/// Whether a call of the runtime or driver by this name requests memory.
bool isAllocation(std::string_view name);
/// Whether a call that ends returns that there is no memory.
bool hasNoMemory(const CUpti_CallbackData& call);
/// Whether a call by this name takes a context's records with it.
bool isEndOfContext(std::string_view name);
/// Whether a call of the driver by this name gives a GPU work.
bool isLaunchingDriverCall(std::string_view name);

}  // namespace kernline::recorder
