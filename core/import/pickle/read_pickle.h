// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads a pickle as plain data; runs no code in it.
#pragma once

#include "core/import/pickle/pickle_document.h"
#include "core/import/source/input.h"
#include "core/model/base/progress.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace kernline::pickle {

/// Takes dicts while the pickle is read, so that millions of them need not be stored.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  /// A dict was filled with `items`, keys and values in turn. A number, if the sink has stored what it needs of it: the
  /// dict is a record of that number from then on.
  [[nodiscard]] virtual std::optional<std::uint32_t> take(Document& document, std::span<const Value> items) = 0;
};

/// The place and the reason if a pickle could not be read to its end.
struct Damage {
  std::uint64_t offset = 0;
  std::string what;
};

/// Reads one pickle of protocol 0 to 5 as plain data and never runs anything: what names a class or calls something
/// becomes `Value::refused()` and is counted, but for containers of the standard library that hold plain data. Broken
/// or cut off, what was read until there is assembled as far as it goes, and the damage returned. Cost and memory are
/// linear in the bytes read.
[[nodiscard]] std::optional<Damage> readPickle(Input& input, Document& document, Sink& sink,
                                               const std::stop_token& stop, Progress& progress);

/// Whether bytes begin as a pickle of protocol 2 or newer does, or as a dict or list of an older one.
[[nodiscard]] bool isPickle(std::string_view head);

}  // namespace kernline::pickle
