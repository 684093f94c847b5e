// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/archive_stream.h"
#include "core/import/source/container.h"
#include "core/import/source/format_match.h"
#include "core/import/source/peeked_stream.h"
#include "core/import/source/stored_file.h"
#include "core/import/source/unpack_limit.h"
#include "core/model/base/error.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace kernline {

/// Text, and what had to be taken off it: outermost first.
struct UnwrappedText {
  std::unique_ptr<PeekedStream> stream;
  std::vector<Container> layers;
  std::size_t markBytes = 0;  ///< bytes of a byte order mark that the stream has skipped
  std::string memberName;     ///< member of the innermost archive; empty if there was none
  std::size_t logs = 0;       ///< number of members of the outermost archive that may be a log, where one was chosen
};

/// Takes compression, archives and wide encodings off a stream, one after the other, up to five deep.
/// `file`, if there is one, is the file that `stored` reads. `name` is for messages;
/// `rate` chooses the member of an archive. So much text as `usual` is never too much for the stored bytes.
/// Errors: an archive has no member that looks like a trace or a log.
[[nodiscard]] Expected<UnwrappedText> unwrap(std::unique_ptr<TextStream> stored,
                                             const std::shared_ptr<const StoredFile>& file, const std::string& name,
                                             RateText rate, std::uint64_t usual = usualUnpackedBytes);

/// Returns the archive in a file, inside whatever it is compressed with, in which case `layers` names that and it;
/// nullptr if there is none.
[[nodiscard]] std::shared_ptr<ArchiveStream> openArchive(const std::shared_ptr<const StoredFile>& file,
                                                         std::vector<Container>& layers);

}  // namespace kernline
