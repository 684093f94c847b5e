// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <expected>

namespace kernline {

/// The reason for a complete failure: one sentence with what failed, where, and what to do. Failures that allow to go
/// on are counted in the ImportReport instead.
struct Error {
  enum class Kind { Unreadable, NotATrace, Canceled, OutOfMemory, Usage };
  Kind kind = Kind::Unreadable;
  Message message;
};

template <typename T>
using Expected = std::expected<T, Error>;

}  // namespace kernline
