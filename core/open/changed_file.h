// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/stored_file.h"
#include "core/model/base/error.h"

#include <memory>
#include <string>

namespace kernline {

/// Returns `read` unless `file` was truncated or rewritten meanwhile, so that half of it may be another file's. `file`
/// may be null for a pipe.
template <typename T>
Expected<T> unlessChanged(const std::shared_ptr<const StoredFile>& file, const std::string& path, Expected<T> read) {
  const bool isCanceled = !read && read.error().kind == Error::Kind::Canceled;
  if (file == nullptr || isCanceled || !file->hasChanged()) {
    return read;
  }
  return std::unexpected(
      Error{Error::Kind::Unreadable,
            Phrase::tr("%1 changed while it was being read. Open it again when it is complete").with(path)});
}

}  // namespace kernline
