// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernline::flight {

/// The state of a collective when its rank was dumped.
enum class CollectiveState : std::uint8_t { Scheduled, Started, Completed };

/// An entry of the recorder: a collective or a message as one rank saw it.
struct Collective {
  std::string group;           ///< name of its process group: "0"
  std::string operation;       ///< "all_reduce", without "nccl:"
  std::string place;           ///< innermost line of the user's own code: "train.py:87 step"; of pickles alone
  std::int64_t sequence = -1;  ///< counts the collectives of the group; of a message the messages
  std::string inputText;       ///< "[1048576], [8, 4]"
  std::string outputText;
  std::string types;            ///< "Float"
  std::int64_t inputBytes = 0;  ///< 0 where a type is not known
  std::int64_t outputBytes = 0;
  std::int64_t createdNs = 0;               ///< nanoseconds since 1970; 0 if not recorded
  std::optional<std::int64_t> startedNs;    ///< time at which the watchdog noticed, not when it happened
  std::optional<std::int64_t> completedNs;  ///< likewise
  /// Duration on the device, if timing was enabled and the file has it; nullopt if not.
  std::optional<double> durationNs;
  CollectiveState state = CollectiveState::Scheduled;
  bool isMessage = false;  ///< point to point
};

struct ProcessGroup {
  std::string name;
  std::string description;
  std::vector<std::int32_t> ranks;  ///< empty if not in the file
  std::optional<std::int64_t> lastEnqueued;
  std::optional<std::int64_t> lastStarted;
  std::optional<std::int64_t> lastCompleted;
};

/// Rank of a dump without one.
inline constexpr std::int32_t unnamedRank = -1;

struct RankDump {
  std::int32_t rank = unnamedRank;
  std::string version;
  std::string library;  ///< NCCL's version
  std::vector<ProcessGroup> groups;
  std::vector<Collective> collectives;  ///< issue order of the rank
  std::uint64_t badEntries = 0;
  std::string damage;  ///< reason why the rest could not be read; empty if it could
};

}  // namespace kernline::flight
