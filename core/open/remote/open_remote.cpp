// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/open_remote.h"

#include "core/model/base/parallel.h"
#include "core/model/trace/trace_builder.h"
#include "core/open/open_document.h"
#include "core/open/remote/connection.h"
#include "core/open/remote/remote_events.h"
#include "core/output/packed/pack_trace.h"
#include "core/output/packed/packed_bytes.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

using remote::Connection;
using remote::RemoteEvents;

Error unreadable(const RemotePath& place, Message why) {
  return {Error::Kind::NotATrace, Phrase::tr("%1:%2: %3").with(place.host, place.path, std::move(why))};
}

/// Opens what was sent whole. Its name says what it is; what was opened has it open still when the name is gone.
Expected<Document> openCopy(const RemotePath& place, std::string_view content, const LoadOptions& options,
                            const std::stop_token& stop, Progress& progress) {
  std::error_code error;
  std::string folder = std::filesystem::temp_directory_path(error) / "kernline-remote-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) {
    return std::unexpected(unreadable(place, Message::systemError(errno)));
  }
  const std::filesystem::path file = std::filesystem::path(folder) / std::filesystem::path(place.path).filename();
  std::ofstream copy(file, std::ios::binary);
  copy << content;
  copy.close();
  Expected<Document> opened =
      copy ? openDocument(file, options, stop, progress)
           : std::unexpected(Error{Error::Kind::Unreadable,
                                   Phrase::tr("Cannot write a copy below %1; free space there, or set TMPDIR to "
                                              "another folder")
                                       .with(std::filesystem::path(folder).parent_path().string())});
  std::filesystem::remove_all(folder, error);
  return opened;
}

}  // namespace

Expected<Document> openRemote(const RemotePath& place, const std::string& version, const LoadOptions& options,
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
    const bool isTrace = head.numberUpTo(1) == 1;
    const std::string_view content = head.rest();
    if (!isTrace) {
      return openCopy(place, content, options, stop, progress);
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
    return Document(std::move(unpacked->trace));
  } catch (const packed::BrokenBytes&) {
    return std::unexpected(unreadable(place, Phrase::tr("the data received is not a trace of this version")));
  }
}

bool isRemote(const Trace& trace) {
  return dynamic_cast<const RemoteEvents*>(TraceBuilder::eventsOf(trace).get()) != nullptr;
}

}  // namespace kernline
