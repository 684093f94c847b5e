// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <cstdint>
#include <optional>

namespace kernline {

/// A SourceText that may be out of reach for a while, such as on another machine.
class UnreachableSource {
 public:
  UnreachableSource() = default;
  UnreachableSource(const UnreachableSource&) = delete;
  UnreachableSource& operator=(const UnreachableSource&) = delete;
  virtual ~UnreachableSource() = default;

  struct Failures {
    std::uint64_t count = 0;  ///< number of failed reads so far
    Message last;             ///< last reason
  };

  /// The reason why the last read failed; nullopt if it did not.
  [[nodiscard]] virtual std::optional<Message> problem() const = 0;
  [[nodiscard]] virtual Failures failures() const = 0;
};

}  // namespace kernline
