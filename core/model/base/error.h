// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <expected>

namespace kernline {

/// Why something could not be done at all: one sentence that says what, where and what to do.
/// What can continue is counted in the ImportReport instead.
struct Error {
  enum class Kind { Unreadable, NotATrace, Canceled, OutOfMemory, Usage };
  Kind kind = Kind::Unreadable;
  Message message;
};

template <typename T>
using Expected = std::expected<T, Error>;

}  // namespace kernline
