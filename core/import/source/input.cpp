// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/input.h"

#include "core/import/source/archive_members.h"
#include "core/import/source/gzip_text.h"
#include "core/import/source/kept_input.h"
#include "core/import/source/layers.h"
#include "core/import/source/mapped_text.h"
#include "core/import/source/member_path.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace kernline {

namespace {

Message nameOf(const std::string& path) {
  return path == "-" ? Message(Phrase::tr("standard input")) : Message::name(path);
}

Error isEmpty(const std::string& path) {
  return {Error::Kind::NotATrace, Phrase::tr("%1 is empty").with(nameOf(path))};
}

Expected<Input> openMapped(Input input, std::shared_ptr<const StoredFile> file) {
  auto text = MappedText::map(std::move(file), input.path);
  if (!text) {
    return std::unexpected(text.error());
  }
  input.mapped = (*text)->mapping();
  input.isFileMapping = true;
  input.mappedOffset = input.mapped.starts_with(utf8Mark) ? utf8Mark.size() : 0;
  input.mapped.remove_prefix(input.mappedOffset);
  input.text = std::move(*text);
  return input;
}

/// A gzip file needs no copy of its text: checkpoints make any place of it readable.
void keepCheckpoints(Input& input, UnwrappedText& text, std::shared_ptr<const StoredFile> file) {
  auto kept = std::make_shared<GzipText>(std::move(file), text.markBytes);
  static_cast<GzipStream&>(text.stream->inner()).recordInto(kept);
  input.text = std::move(kept);
  input.stream = std::move(text.stream);
}

/// A stream with what has been read from it already.
class ResumedStream final : public TextStream {
 public:
  ResumedStream(std::string head, std::unique_ptr<TextStream> rest)
      : m_head(std::move(head)), m_rest(std::move(rest)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override {
    const std::size_t length = m_head.copy(into.data(), into.size(), m_at);
    m_at += length;
    return length > 0 ? length : m_rest->read(into);
  }
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_at + m_rest->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override { return m_rest->damage(); }

 private:
  std::string m_head;
  std::size_t m_at = 0;
  std::unique_ptr<TextStream> m_rest;
};

Expected<Input> openStreamed(Input input, const std::shared_ptr<const StoredFile>& file, RateText rate,
                             std::string read = {}) {
  std::unique_ptr<TextStream> stored = std::make_unique<FileStream>(file);
  if (!read.empty()) {
    stored = std::make_unique<ResumedStream>(std::move(read), std::move(stored));
  }
  auto text = unwrap(std::move(stored), file->isSeekable() ? file : nullptr, nameOf(input.path).english(), rate);
  if (!text) {
    return std::unexpected(text.error());
  }
  if (text->stream->peek(1).empty() && !text->stream->damage()) {
    return std::unexpected(isEmpty(input.path));
  }
  input.memberName = text->memberName;
  input.logsInArchive = text->logs;
  if (file->isSeekable() && text->layers == std::vector{Container::Gzip}) {
    describeText(input, *text);
    keepCheckpoints(input, *text, file);
    return input;
  }
  if (auto failed = keepWhatIsRead(input, std::move(*text))) {
    return std::unexpected(std::move(*failed));
  }
  return input;
}

}  // namespace

void Input::release(std::size_t begin, std::size_t end) const {
  if (!isFileMapping) {
    return;  // memory of our own would come back as zeros
  }
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto base = reinterpret_cast<std::uintptr_t>(mapped.data());
  const std::uintptr_t first = (base + begin + page - 1) / page * page;
  const std::uintptr_t last = (base + end) / page * page;
  if (first < last) {
    madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  }
}

Expected<Input> openInput(const std::string& path, RateText rate) {
  if (const MemberPath inside = splitMemberPath(path); !inside.member.empty()) {
    return openArchiveMember(inside.file, inside.member, rate);
  }
  auto file = StoredFile::open(path);
  if (!file) {
    return std::unexpected(file.error());
  }
  Input input;
  input.path = path;
  input.storedBytes = (*file)->size();
  if (!(*file)->isSeekable()) {
    return openStreamed(std::move(input), *file, rate);
  }
  input.file = *file;
  std::string head(containerHeadBytes, '\0');
  const auto got = (*file)->readAt(0, head);
  if (!got) {
    return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("cannot read %1").with(nameOf(path))});
  }
  head.resize(*got);
  if (containerOf(head) == Container::Plain) {
    return openMapped(std::move(input), std::move(*file));
  }
  return openStreamed(std::move(input), *file, rate);
}

Expected<Input> openPipe(std::string head, RateText rate) {
  auto file = StoredFile::open("-");
  if (!file) {
    return std::unexpected(file.error());
  }
  Input input;
  input.path = "-";
  return openStreamed(std::move(input), *file, rate, std::move(head));
}

}  // namespace kernline
