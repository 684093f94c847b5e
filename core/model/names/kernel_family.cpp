// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/message.h"
#include "core/model/names/family_rules.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <mutex>
#include <string>

namespace kernline {

namespace {

constexpr std::array<std::string_view, kernelFamilyCount> builtinTexts{"GEMM",
                                                                       Phrase::tr("attention"),
                                                                       Phrase::tr("convolution"),
                                                                       Phrase::tr("elementwise"),
                                                                       Phrase::tr("reduction"),
                                                                       Phrase::tr("normalization"),
                                                                       "softmax",
                                                                       Phrase::tr("copy"),
                                                                       Phrase::tr("fill"),
                                                                       Phrase::tr("communication"),
                                                                       Phrase::tr("embedding"),
                                                                       Phrase::tr("sort and scan"),
                                                                       Phrase::tr("optimizer"),
                                                                       "Triton",
                                                                       Phrase::tr("other")};
constexpr std::size_t maxUserFamilies = 200;

/// Families that rules of the user named. Never forgotten, so that their texts and numbers stay good.
struct OwnFamilies {
  std::mutex mutex;
  std::deque<std::string> names;
};

OwnFamilies& ownFamilies() {
  static OwnFamilies families;
  return families;
}

bool isSame(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, toLower, toLower);
}

}  // namespace

std::string_view toText(KernelFamily family) {
  const auto number = static_cast<std::size_t>(family);
  if (number < kernelFamilyCount) {
    return builtinTexts[number];
  }
  OwnFamilies& own = ownFamilies();
  const std::lock_guard lock(own.mutex);
  return number - kernelFamilyCount < own.names.size() ? std::string_view(own.names[number - kernelFamilyCount])
                                                       : builtinTexts.back();
}

KernelFamily familyNamed(std::string_view name) {
  const auto* const builtin =
      std::ranges::find_if(builtinTexts, [&](std::string_view text) { return isSame(text, name); });
  if (builtin != builtinTexts.end()) {
    return static_cast<KernelFamily>(builtin - builtinTexts.begin());
  }
  OwnFamilies& own = ownFamilies();
  const std::lock_guard lock(own.mutex);
  auto at = std::ranges::find_if(own.names, [&](const std::string& text) { return isSame(text, name); });
  if (at == own.names.end()) {
    if (own.names.size() == maxUserFamilies) {
      return KernelFamily::Other;
    }
    own.names.emplace_back(name);
    at = own.names.end() - 1;
  }
  return static_cast<KernelFamily>(kernelFamilyCount + static_cast<std::size_t>(at - own.names.begin()));
}

std::size_t knownFamilyCount() {
  OwnFamilies& own = ownFamilies();
  const std::lock_guard lock(own.mutex);
  return kernelFamilyCount + own.names.size();
}

}  // namespace kernline
