// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/rocm_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::rocpd {

namespace {

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return lower;
}

/// "copyhosttodevice" of "MEMORY_COPY_HOST_TO_DEVICE" and of "CopyHostToDevice".
std::string withoutUnderscores(std::string_view text) {
  std::string plain = lowered(text);
  std::erase(plain, '_');
  return plain.starts_with("memory") ? plain.substr(6) : plain;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> copies{{
    {"copyhosttodevice", "Memcpy HtoD (Host -> Device)"},
    {"copydevicetohost", "Memcpy DtoH (Device -> Host)"},
    {"copydevicetodevice", "Memcpy DtoD (Device -> Device)"},
    {"copyhosttohost", "Memcpy HtoH (Host -> Host)"},
    {"copynone", "Memcpy"},
}};

}  // namespace

ActivityName activityNamed(std::string_view operation) {
  constexpr std::size_t maxWordLength = 40;  // no kernel's name need be looked at
  if (operation.size() > maxWordLength) {
    return {SpanKind::Kernel, std::string(operation)};
  }
  const std::string plain = withoutUnderscores(operation);
  for (const auto& [word, name] : copies) {
    if (plain.starts_with(word)) {  // "CopyDeviceToHost2D" too
      return {SpanKind::Memcpy, std::string(name)};
    }
  }
  if (plain == "fillbuffer") {
    return {SpanKind::Memset, "Memset (Device)"};
  }
  if (plain.starts_with("copy") || plain.starts_with("hcmemcpy") || plain == "async-copy") {
    return {SpanKind::Memcpy, std::string(operation)};
  }
  if (plain.contains("barrierpacket") || plain == "<barrier packet>" || plain == "barrier" || plain == "marker" ||
      plain == "\"<barrier packet>\"") {
    return {SpanKind::DeviceSync, "Barrier"};
  }
  return {SpanKind::Kernel, std::string(operation)};
}

std::string_view symbolName(std::string_view kernel) {
  for (const std::string_view ending : {" [clone .kd]", ".kd"}) {
    if (kernel.ends_with(ending)) {
      kernel.remove_suffix(ending.size());
    }
  }
  return kernel;
}

CallKind callOfCategory(std::string_view category) {
  std::string lower = lowered(category);
  for (const std::string_view ending : {"_ext", "_api"}) {
    if (lower.ends_with(ending)) {
      lower.resize(lower.size() - ending.size());
    }
  }
  if (lower.starts_with("marker") || lower.starts_with("roctx")) {
    return {SpanKind::Annotation, "roctx"};
  }
  if (lower.starts_with("hsa")) {
    return {SpanKind::Runtime, "hsa"};
  }
  const bool isRuntime = lower.starts_with("hip") || lower.starts_with("cuda");
  return {isRuntime ? SpanKind::Runtime : SpanKind::Other, std::move(lower)};
}

CallKind callOfName(std::string_view name) {
  if (name.starts_with("hsa_")) {
    return {SpanKind::Runtime, "hsa"};
  }
  if (name.starts_with("__hip")) {
    return {SpanKind::Runtime, "hip_compiler"};
  }
  if (name.starts_with("hip")) {
    return {SpanKind::Runtime, "hip_runtime"};
  }
  const bool isDriver = name.starts_with("cu") && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z';
  if (name.starts_with("cuda") || isDriver) {
    return {SpanKind::Runtime, "cuda_runtime"};
  }
  // Calls of rocmProfileData's own tracer are among the program's calls.
  if (name.ends_with("::writeRows") || name == "rpdflush" || name.ends_with("activity_callback")) {
    return {SpanKind::Overhead, "overhead"};
  }
  return {SpanKind::Other, "host"};
}

std::string_view programName(std::string_view command) {
  const std::string_view program = command.substr(0, command.find(' '));
  const std::size_t slash = program.rfind('/');
  return slash == std::string_view::npos ? program : program.substr(slash + 1);
}

}  // namespace kernline::rocpd
