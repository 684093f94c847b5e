// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/timeit_line.h"

#include "core/model/base/text.h"

namespace kernline::logs {

std::optional<TimeitLine> timeitLine(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::size_t end = text.find(" per loop");
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view printed = text.substr(0, end);
  TimeitLine found;
  if (const std::size_t colon = printed.rfind(": "); colon != std::string_view::npos) {
    const std::string_view before = trimmed(printed.substr(0, colon));
    found.name = before.contains(" best of ") ? std::string_view{} : before;
    printed = trimmed(printed.substr(colon + 2));
  }
  found.printed = printed;
  std::string_view time = printed;
  std::string_view deviation;
  for (const std::string_view sign : {" ± ", " +- "}) {
    if (const std::size_t at = printed.find(sign); at != std::string_view::npos) {
      time = printed.substr(0, at);
      deviation = printed.substr(at + sign.size());
    }
  }
  const auto quantity = quantityOf(time, ByteBase::Decimal);
  if (!quantity || quantity->quantity != Quantity::Time) {
    return std::nullopt;
  }
  found.quantity = *quantity;
  if (const auto error = quantityOf(deviation, ByteBase::Decimal); error && error->quantity == Quantity::Time) {
    found.quantity.error = error->value;
  }
  return found;
}

}  // namespace kernline::logs
