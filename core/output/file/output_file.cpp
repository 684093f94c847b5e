// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/file/output_file.h"

#include "core/import/source/member_path.h"
#include "core/model/base/unfinished_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <isa-l/igzip_lib.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

namespace kernline {

namespace {

constexpr std::size_t bufferBytes = std::size_t{1} << 20;

struct FreeArchive {
  void operator()(archive* a) const { archive_write_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { archive_entry_free(e); }
};

/// Several times as fast as zlib, for a third more bytes.
class Gzip {
 public:
  Gzip() : m_level(ISAL_DEF_LVL3_DEFAULT) {
    isal_deflate_init(&m_state);
    m_state.level = 3;
    m_state.level_buf = m_level.data();
    m_state.level_buf_size = static_cast<std::uint32_t>(m_level.size());
    m_state.gzip_flag = IGZIP_GZIP;
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() = default;

  /// Returns the packed text so far; valid until the next call.
  std::string_view pack(std::string& text, bool isEnd) {
    m_packed.clear();
    m_state.next_in = reinterpret_cast<std::uint8_t*>(text.data());
    m_state.avail_in = static_cast<std::uint32_t>(text.size());
    m_state.end_of_stream = isEnd ? 1 : 0;
    do {
      const std::size_t before = m_packed.size();
      m_packed.resize(before + bufferBytes);
      m_state.next_out = reinterpret_cast<std::uint8_t*>(m_packed.data()) + before;
      m_state.avail_out = bufferBytes;
      isal_deflate(&m_state);
      m_packed.resize(m_packed.size() - m_state.avail_out);
    } while (m_state.avail_out == 0);
    return m_packed;
  }

 private:
  isal_zstream m_state{};
  std::vector<std::uint8_t> m_level;
  std::string m_packed;
};

}  // namespace

Error cannotWrite(const std::string& path, const Message& why) {
  return {Error::Kind::Unreadable, Phrase::tr("cannot write %1: %2").with(path, why)};
}

std::optional<Error> refuseOverSource(const std::string& path, const std::string& source) {
  std::error_code error;
  if (std::filesystem::equivalent(path, splitMemberPath(source).file, error)) {
    return Error{Error::Kind::Usage, Phrase::tr("%1 is the trace itself. Choose another name").with(path)};
  }
  return std::nullopt;
}

/// libarchive with the raw format: the text alone, as it is or packed.
struct OutputFile::Packer {
  explicit Packer(const std::string& path) : isStandardOutput(path == "-"), file(path) {}

  bool isStandardOutput;
  UnfinishedFile file;
  std::unique_ptr<archive, FreeArchive> writer{archive_write_new()};
  std::unique_ptr<Gzip> gzip = nullptr;

  bool open(bool isPacked) {
    gzip = isPacked ? std::make_unique<Gzip>() : nullptr;
    archive* to = writer.get();
    if (to == nullptr || archive_write_set_format_raw(to) != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(to, 1) != ARCHIVE_OK ||
        (isStandardOutput ? archive_write_open_fd(to, STDOUT_FILENO)
                          : archive_write_open_filename(to, file.path().c_str())) != ARCHIVE_OK) {
      return false;
    }
    const std::unique_ptr<archive_entry, FreeEntry> entry{archive_entry_new()};
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_pathname(entry.get(), "trace");
    return archive_write_header(to, entry.get()) == ARCHIVE_OK;
  }

  [[nodiscard]] Message problem() const {
    const int number = writer ? archive_errno(writer.get()) : 0;
    const char* text = writer ? archive_error_string(writer.get()) : nullptr;
    return number > 0        ? Message::systemError(number)
           : text == nullptr ? Message(Phrase::tr("unknown error"))
                             : Message::name(text);
  }
};

OutputFile::OutputFile(std::string path) : m_path(std::move(path)), m_packer(std::make_unique<Packer>(m_path)) {}

Expected<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
  std::unique_ptr<OutputFile> file{new OutputFile(path)};
  if (!file->m_packer->open(path.ends_with(".gz"))) {
    return std::unexpected(cannotWrite(path, file->m_packer->problem()));
  }
  return file;
}

OutputFile::~OutputFile() = default;

void OutputFile::write(std::string_view text) {
  m_buffer += text;
  if (m_buffer.size() >= bufferBytes) {
    flush(false);
  }
}

void OutputFile::flush(bool isEnd) {
  const std::string_view text = m_packer->gzip && !m_error ? m_packer->gzip->pack(m_buffer, isEnd) : m_buffer;
  if (!m_error && archive_write_data(m_packer->writer.get(), text.data(), text.size()) < 0) {
    m_error = cannotWrite(m_path, m_packer->problem());
  }
  m_buffer.clear();
}

std::optional<Error> OutputFile::finish() {
  flush(true);
  if (!m_error && archive_write_close(m_packer->writer.get()) != ARCHIVE_OK) {
    m_error = cannotWrite(m_path, m_packer->problem());
  }
  if (m_packer->isStandardOutput && archive_errno(m_packer->writer.get()) == EPIPE) {
    return std::nullopt;  // a reader that has seen enough
  }
  if (!m_error && !m_packer->isStandardOutput) {
    if (const auto problem = m_packer->file.finish()) {
      m_error = cannotWrite(m_path, *problem);
    }
  }
  return m_error;
}

}  // namespace kernline
