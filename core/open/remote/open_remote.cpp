// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/open_remote.h"

#include "core/model/base/parallel.h"
#include "core/model/trace/trace_builder.h"
#include "core/open/open_document.h"
#include "core/open/remote/connection.h"
#include "core/open/remote/copied_files.h"
#include "core/open/remote/frames.h"
#include "core/open/remote/remote_digests.h"
#include "core/open/remote/remote_events.h"
#include "core/output/packed/pack_trace.h"
#include "core/output/packed/packed_bytes.h"

#include <filesystem>
#include <utility>

namespace kernline {

namespace {

using remote::Connection;
using remote::Opened;
using remote::RemoteEvents;

Error unreadable(const RemotePath& place, Message why) {
  return {Error::Kind::NotATrace, Phrase::tr("%1:%2: %3").with(place.host, place.path, std::move(why))};
}

/// Opens what was sent whole. Its name says what it is; what was opened has it open still when the name is gone.
Expected<RemoteContent> openCopy(const RemotePath& place, std::string_view content, const LoadOptions& options,
                                 const std::stop_token& stop, Progress& progress) {
  remote::CopiedFiles copies;
  const Expected<std::string> file = copies.add(std::filesystem::path(place.path).filename().native(), content);
  if (!file) {
    return std::unexpected(file.error());
  }
  Expected<Document> opened = openDocument(*file, options, stop, progress);
  return opened ? Expected<RemoteContent>(std::move(*opened)) : std::unexpected(std::move(opened.error()));
}

}  // namespace

Expected<RemoteContent> openRemote(const RemotePath& place, const std::string& version, const LoadOptions& options,
                                   const std::stop_token& stop, Progress& progress) {
  const auto connection = std::make_shared<Connection>(place, version);
  const Expected<std::string> answer = connection->open(progress, stop);
  if (!answer) {
    return std::unexpected(answer.error());
  }
  progress.stage = Progress::Stage::Arranging;
  try {
    packed::PackedReader head(*answer, answer->size());
    std::string identity(head.text());
    const auto what = static_cast<Opened>(head.numberUpTo(static_cast<std::uint64_t>(Opened::Last)));
    const std::string_view content = head.rest();
    if (what == Opened::Copy) {
      return openCopy(place, content, options, stop, progress);
    }
    if (what == Opened::Digests) {
      auto ranks = remote::openDigests(content, place, options, stop, progress);
      return ranks ? Expected<RemoteContent>(std::move(*ranks)) : std::unexpected(std::move(ranks.error()));
    }
    connection->expect(std::move(identity));
    const auto events = std::make_shared<RemoteEvents>(connection);
    UnpackOptions unpacking{.host = place.host + ":",
                            .events = events,
                            .origin = std::make_shared<remote::RemoteOrigin>(connection),
                            .threads = options.threads == 0 ? defaultThreads() : options.threads};
    if (options.maxMemory > 0) {
      unpacking.maxBytes = options.maxMemory;
    }
    Expected<UnpackedTrace> unpacked = unpackTrace(content, unpacking, stop);
    if (!unpacked) {
      return std::unexpected(unreadable(place, std::move(unpacked.error().message)));
    }
    events->begin(unpacked->trace, std::move(unpacked->places));
    progress.stage = Progress::Stage::Done;
    return RemoteContent(Document(std::move(unpacked->trace)));
  } catch (const packed::BrokenBytes&) {
    return std::unexpected(unreadable(place, Phrase::tr("the data received is not a trace of this version")));
  }
}

bool isRemote(const Trace& trace) {
  return dynamic_cast<const RemoteEvents*>(TraceBuilder::eventsOf(trace).get()) != nullptr;
}

}  // namespace kernline
