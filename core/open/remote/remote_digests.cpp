// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/remote_digests.h"

#include "core/model/format/quantity.h"
#include "core/open/open_ranks.h"
#include "core/open/remote/copied_files.h"
#include "core/output/packed/packed_bytes.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace kernline::remote {

namespace {

// Bytes of all digests: a frame is not longer than 1 GiB.
constexpr std::uint64_t maxDigestBytes = std::uint64_t{900} << 20U;

}  // namespace

Expected<std::string> packDigests(const RankPaths& ranks, const std::stop_token& stop, Progress& progress) {
  std::vector<std::string> digests;
  for (const std::string& file : ranks.files) {
    std::error_code error;
    if (isDigestName(file)) {
      digests.push_back(file);
      progress.bytesTotal += std::filesystem::file_size(file, error);
    }
  }
  if (progress.bytesTotal > maxDigestBytes) {
    return std::unexpected(
        Error{Error::Kind::OutOfMemory,
              Phrase::tr("%1: the digests have %2, which is too much to copy. Use kernline ranks for them")
                  .with(ranks.whole, formatBytes(static_cast<std::int64_t>(progress.bytesTotal.load())))});
  }
  progress.stage = Progress::Stage::Reading;
  packed::PackedWriter writer;
  writer.add(ranks.files.size() - digests.size());
  writer.addTexts(std::vector<std::string_view>(ranks.skippedFiles.begin(), ranks.skippedFiles.end()));
  writer.add(digests.size());
  for (const std::string& digest : digests) {
    std::ifstream file(digest, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file || stop.stop_requested()) {
      return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("cannot read %1").with(digest)});
    }
    writer.addText(digest);
    writer.addText(content);
    progress.bytesDone += content.size();
  }
  return writer.take();
}

Expected<std::shared_ptr<const RankSet>> openDigests(std::string_view packed, const RemotePath& place,
                                                     const LoadOptions& options, const std::stop_token& stop,
                                                     Progress& progress) {
  packed::PackedReader reader(packed, maxDigestBytes);
  const std::uint64_t traces = reader.number();
  CopiedFiles copies;
  RankPaths digests{.whole = fmt::format("{}:{}", place.host, place.path), .files = {}, .skippedFiles = reader.texts()};
  const std::uint64_t count = reader.numberUpTo(packed.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string_view there = reader.text();
    // Two files in different folders may have the same name.
    Expected<std::string> copy =
        copies.add(fmt::format("{:06}-{}", i, std::filesystem::path(there).filename().native()), reader.text());
    if (!copy) {
      return std::unexpected(std::move(copy.error()));
    }
    digests.files.push_back(std::move(*copy));
    digests.names.push_back(fmt::format("{}:{}", place.host, there));
  }
  auto opened = kernline::openDigests(digests, options, stop, progress);
  if (!opened) {
    return opened;
  }
  auto set = std::const_pointer_cast<RankSet>(std::move(*opened));  // not shared yet
  for (RankFile& file : set->files) {
    file.path = fmt::format("{}:{}", place.host, file.path);
  }
  if (traces > 0) {
    set->doubts.push_back(
        (traces == 1 ? Phrase::tr("%1 trace beside the digests was not read; run kernline digest on that machine.")
                     : Phrase::tr("%1 traces beside the digests were not read; run kernline digest on that machine."))
            .with(formatCount(traces)));
  }
  return set;
}

}  // namespace kernline::remote
