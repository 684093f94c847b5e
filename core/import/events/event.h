// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds events as readers of any format find them, and the tracks and spans made of them.
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/string_pool.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::chrome {

/// The number of a (pid, tid) pair within one batch.
enum class ThreadIndex : std::uint32_t { none = UINT32_MAX };

/// The result of reading a timestamp or duration member.
enum class NumberState : std::uint8_t { Absent, Good, Bad, Clamped };

/// One event's members as a reader found them, before they mean anything. Views live until the reader moves on.
/// pid and tid are canonical texts: "7" and 7 and 7.0 are one; a reader canonicalises with `canonicalId`.
struct Event {
  std::uint64_t offset = 0;  ///< offset of its '{' in the text
  char phase = 0;            ///< 0 if absent or longer than one character
  NumberState tsState = NumberState::Absent;
  NumberState durState = NumberState::Absent;
  std::int64_t ts = 0;        ///< ns
  std::int64_t dur = 0;       ///< ns
  std::string_view name;      ///< unescaped
  std::string_view category;  ///< unescaped
  bool hasPid = false;
  bool hasTid = false;
  std::string_view pid;
  std::string_view tid;
  std::string_view id;      ///< canonical; of "id", else of id2's member
  char idScope = 0;         ///< `0`: plain "id"; 'l', 'g': id2.local, id2.global
  std::string_view scope;   ///< "scope", part of an async event's identity
  std::string_view bindId;  ///< canonical
  bool flowIn = false;
  bool flowOut = false;
  char bindingPoint = 0;          ///< first character of "bp"
  char instantScope = 0;          ///< first character of "s"
  std::string_view stackFrame;    ///< canonical "sf"
  std::string_view args;          ///< raw JSON text of the value of "args"; empty if absent
  std::uint64_t correlation = 0;  ///< correlation id in args; 0 if absent
  std::uint64_t externalId = 0;   ///< external id in args; 0 if absent
};

}  // namespace kernline::chrome
