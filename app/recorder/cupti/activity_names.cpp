// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/activity_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace kernline::recorder {

namespace {

constexpr std::array<std::string_view, 11> copyKinds{"?",    "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                                     "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
constexpr std::array<std::string_view, 8> memoryKinds{"Unknown", "Pageable", "Pinned",        "Device",
                                                      "Array",   "Managed",  "Device Static", "Managed Static"};

template <std::size_t size>
std::string_view nameIn(const std::array<std::string_view, size>& names, std::uint32_t number) {
  return number < size ? names[number] : names[0];
}

constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string copyName(std::uint8_t copyKind, std::uint8_t from, std::uint8_t to) {
  return fmt::format("Memcpy {} ({} -> {})", nameIn(copyKinds, copyKind), nameIn(memoryKinds, from),
                     nameIn(memoryKinds, to));
}

std::string setName(std::uint16_t memoryKind) {
  return fmt::format("Memset ({})", nameIn(memoryKinds, memoryKind));
}

std::string_view memoryKindName(std::uint32_t kind) {
  return nameIn(memoryKinds, kind);
}

// CUpti_ActivityOverheadKind by its numbers: the later names are not in every toolkit.
std::string_view overheadName(std::uint32_t kind) {
  switch (kind) {
    case 1:
      return "Driver Compiler";
    case 1U << 16U:
      return "Buffer Flush";
    case 2U << 16U:
      return "Instrumentation";
    case 3U << 16U:
      return "Resource";
    case 4U << 16U:
      return "Runtime Triggered Module Loading";
    case 5U << 16U:
      return "Lazy Function Loading";
    case 6U << 16U:
      return "Command Buffer Full";
    case 7U << 16U:
      return "Activity Buffer Request";
    default:
      return "Overhead";
  }
}

std::string_view syncName(std::uint32_t type) {
  switch (type) {
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE:
      return "Event Sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT:
      return "Stream Wait Event";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE:
      return "Stream Sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE:
      return "Context Sync";
    default:
      return "Sync";
  }
}

std::string_view callName(std::string_view versioned) {
  constexpr std::size_t minVersionLength = 4;  // _v3020 is the runtime's version; the driver's _v2 is part of its name
  std::string_view name = versioned;
  const std::size_t at = name.rfind("_v");
  if (at != std::string_view::npos && name.size() - at - 2 >= minVersionLength &&
      std::ranges::all_of(name.substr(at + 2), isDigit)) {
    name = name.substr(0, at);
  }
  for (const std::string_view perThread : {"_ptsz", "_ptds"}) {
    if (name.ends_with(perThread)) {
      name.remove_suffix(perThread.size());
    }
  }
  return name;
}

std::string_view CallNames::of(std::uint32_t cbid) {
  return cbid < count() && !m_names[cbid].empty() ? std::string_view(m_names[cbid]) : "unknown call";
}

std::uint32_t CallNames::count() {
  constexpr std::uint32_t maxIds = 4096;
  constexpr std::uint32_t maxUnnamedIds = 16;  // ids without a name
  std::uint32_t holes = 0;
  for (std::uint32_t cbid = 0; !m_isAsked && cbid < maxIds && holes < maxUnnamedIds; ++cbid) {
    const char* name = nullptr;
    const bool isNamed = cuptiLibrary().getCallbackName(m_domain, cbid, &name) == CUPTI_SUCCESS && name != nullptr;
    holes = isNamed ? 0 : holes + 1;
    m_names.emplace_back(isNamed ? callName(name) : std::string_view());
  }
  m_isAsked = true;
  return static_cast<std::uint32_t>(m_names.size());
}

bool isTrivialRuntimeCall(std::string_view name) {
  constexpr std::array<std::string_view, 8> trivial{"cudaGetDevice",    "cudaSetDevice",
                                                    "cudaGetLastError", "cudaPeekAtLastError",
                                                    "cudaEventCreate",  "cudaEventCreateWithFlags",
                                                    "cudaEventDestroy", "cudaStreamIsCapturing"};
  return std::ranges::find(trivial, name) != trivial.end();
}

bool isLaunchingRuntimeCall(std::string_view name) {
  constexpr std::array<std::string_view, 9> launching{
      "cudaLaunch",          "cudaGraphLaunch",       "cudaMemcpy",
      "cudaMemset",          "cudaDeviceSynchronize", "cudaStreamSynchronize",
      "cudaStreamWaitEvent", "cudaEventSynchronize",  "cudaFree"};
  return std::ranges::any_of(launching, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool isAllocation(std::string_view name) {
  constexpr std::array<std::string_view, 7> beginnings{"cudaMalloc", "cudaHostAlloc",  "cudaHostRegister",
                                                       "cuMemAlloc", "cuMemHostAlloc", "cuMemHostRegister",
                                                       "cuMemCreate"};
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool hasNoMemory(const CUpti_CallbackData& call) {
  constexpr int noMemory = 2;  // cudaErrorMemoryAllocation and CUDA_ERROR_OUT_OF_MEMORY
  int result = 0;
  if (call.functionReturnValue != nullptr) {
    std::memcpy(&result, call.functionReturnValue, sizeof result);
  }
  return result == noMemory;
}

bool isEndOfContext(std::string_view name) {
  constexpr std::array<std::string_view, 3> ends{"cudaDeviceReset", "cuDevicePrimaryCtxReset", "cuCtxDestroy"};
  return std::ranges::any_of(ends, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool isLaunchingDriverCall(std::string_view name) {
  constexpr std::array<std::string_view, 4> launching{"cuLaunch", "cuGraphLaunch", "cuMemcpy", "cuMemset"};
  return std::ranges::any_of(launching, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace kernline::recorder
