// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pickle/read_pickle.h"

#include "core/import/pickle/machine.h"

namespace kernline::pickle {

using std::string_view_literals::operator""sv;

std::optional<Damage> readPickle(Input& input, Document& document, Sink& sink, const std::stop_token& stop,
                                 Progress& progress) {
  constexpr std::uint64_t stepsAtATime = 4;  // steps between two checks of the clock and the stop token
  Machine machine(input, document, sink);
  std::uint64_t at = machine.offset();
  for (std::uint64_t steps = 0; machine.step(); ++steps) {
    machine.runAhead();
    at = machine.offset();
    if (steps % stepsAtATime == 0) {
      progress.bytesDone.store(machine.storedBytesRead(), std::memory_order_relaxed);
      if (stop.stop_requested()) {
        return Damage{at, "stopped"};
      }
    }
  }
  machine.closeWhatIsOpen();
  if (!machine.isStopped()) {
    return Damage{at, machine.damage()};
  }
  return std::nullopt;
}

bool isPickle(std::string_view head) {
  constexpr std::size_t frameAt = 2;
  if (head.size() > frameAt && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5) {
    return std::string_view("\x95}](cK\x8c").contains(head[frameAt]);
  }
  // Protocol 0 and 1: a dict that is put into the memo at once.
  return head.starts_with("(dp0\n") || head.starts_with("}q\0"sv) || head.starts_with("}q\x01") ||
         head.starts_with("(lp0\n") || head.starts_with("]q\x01");
}

}  // namespace kernline::pickle
