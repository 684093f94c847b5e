// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the file of a rank's digest: its writer and reader.
#pragma once

#include "core/analysis/digest/digest_subject.h"
#include "core/analysis/digest/rank_digest.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// The place of a trace, and the state of it that was read.
struct DigestSource {
  std::string path;  ///< absolute
  std::uint64_t bytes = 0;
  std::int64_t modifiedNs = 0;  ///< nanoseconds since 1970

  bool operator==(const DigestSource&) const = default;
};

/// Returns the current state of `path`. Error: there is no such file.
[[nodiscard]] Expected<DigestSource> digestSourceOf(const std::string& path);

/// The file that a trace was reduced to (resources/docs/file-schemas.md): gzipped JSON.
struct DigestFile {
  static constexpr std::string_view schema = "kernline-digest-1";
  static constexpr std::string_view ending = ".digest.json.gz";

  DigestSource trace;
  std::string failure;          ///< reason why the trace could not be read; empty if it could
  std::int32_t rank = -1;       ///< -1 if unknown
  std::int32_t worldSize = -1;  ///< -1 if unknown
  RankDigest digest;            ///< digest of the readable part; empty if there is none
};

/// Whether a text begins as a digest does, of this version or another one.
[[nodiscard]] bool isDigest(std::string_view head);

/// Returns the maximum size of a digest: 1 % of the trace's text, at least 1 MB. Only collectives may take more.
[[nodiscard]] std::size_t maxDigestBytes(const Trace& trace);

/// The bytes of a digest; the same for the same trace and the same Kernline. `subject` is the trace for the rest:
/// steps, kernels, operators, work, memory, streams; null if it could not be read. Parts that would not fit into
/// `maxDigestBytes` are left out, the least important first, and the digest records that; collectives always stay.
[[nodiscard]] std::string digestBytes(const DigestFile& digest, DigestSubject* subject);

/// Reads a digest, but for what only people and other programs ask of it. Errors: the file cannot be opened; it is no
/// digest, is of another version, or is not whole.
[[nodiscard]] Expected<DigestFile> readDigest(const std::string& path);
/// Reads a digest; `name` is for messages.
[[nodiscard]] Expected<DigestFile> readDigest(const std::string& path, const std::string& name);
/// Reads a digest from its text.
[[nodiscard]] Expected<DigestFile> readDigestText(std::string_view text, const std::string& name);

}  // namespace kernline
