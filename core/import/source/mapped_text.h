// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/stored_file.h"
#include "core/model/base/source_text.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kernline {

/// A plain file, mapped for the importer. Single places are read through the descriptor instead, so that a file
/// that is cut meanwhile gives less text.
class MappedText final : public SourceText {
 public:
  /// Errors: the file, which messages call `name`, cannot be mapped.
  [[nodiscard]] static Expected<std::shared_ptr<const MappedText>> map(std::shared_ptr<const StoredFile> file,
                                                                       const std::string& name);

  MappedText(std::shared_ptr<const StoredFile> file, std::string_view mapping);
  ~MappedText() override;

  [[nodiscard]] std::uint64_t size() const override { return m_mapping.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override;
  [[nodiscard]] bool hasChanged() const override { return m_file->hasChanged(); }

  /// Touching pages after the end of a file cut meanwhile reads zeros.
  [[nodiscard]] std::string_view mapping() const { return m_mapping; }

 private:
  std::shared_ptr<const StoredFile> m_file;
  std::string_view m_mapping;
};

}  // namespace kernline
