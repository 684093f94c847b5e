// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>

namespace kernline::test {

/// Matches a Message by its English text.
template <typename Expected>
auto says(Expected&& expected) {
  return testing::Property("english", &Message::english, std::forward<Expected>(expected));
}

}  // namespace kernline::test
