// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/member_choice.h"

#include "core/import/source/archive_stream.h"
#include "core/import/source/layers.h"
#include "core/import/source/peeked_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr std::size_t headBytes = std::size_t{64} * 1024;
constexpr std::size_t listedNames = 4;
constexpr std::string_view databaseMark{"SQLite format 3\0", 16};  // an export of nsys may be one

TraceLikeness likenessOfText(std::string_view text) {
  if (text.starts_with(databaseMark)) {
    return TraceLikeness::Possible;
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return TraceLikeness::None;
  }
  text.remove_prefix(first);
  const bool isJson = text.front() == '{' || text.front() == '[';
  const bool isHtml = text.starts_with("<!") || text.starts_with("<html") || text.starts_with("<HTML");
  if (!isJson && !isHtml) {
    return TraceLikeness::None;
  }
  constexpr std::string_view marks[] = {"\"traceEvents\"", "\"ph\"", "\"deviceProperties\"", "trace-viewer",
                                        "traceDataString"};
  const bool isMarked =
      std::ranges::any_of(marks, [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
  return isMarked ? TraceLikeness::Marked : TraceLikeness::Possible;
}

struct Member {
  std::size_t index = 0;
  TraceLikeness likeness = TraceLikeness::None;
};

/// Walks the members up to the first one of `enough`, noting names and the best one seen.
std::optional<Member> findMember(ArchiveStream& archive, TraceLikeness enough, std::vector<std::string>& names,
                                 std::string& head) {
  std::optional<Member> best;
  for (std::size_t index = 0; archive.nextMember(); ++index) {
    names.push_back(archive.memberName());
    head.resize(headBytes);
    head.resize(archive.read(head));
    const TraceLikeness likeness = traceLikeness(head);
    if (likeness != TraceLikeness::None && (!best || likeness > best->likeness)) {
      best = Member{.index = index, .likeness = likeness};
    }
    if (best && best->likeness >= enough) {
      break;
    }
  }
  return best;
}

Error noTraceInside(const std::string& name, Container container, const std::vector<std::string>& members,
                    const std::optional<std::string>& damage) {
  std::string holds = members.empty() ? "nothing" : "";
  for (std::size_t i = 0; i < std::min(members.size(), listedNames); ++i) {
    holds += (i > 0 ? ", " : "") + members[i];
  }
  if (members.size() > listedNames) {
    holds += fmt::format(" and {} more", members.size() - listedNames);
  }
  std::string message = fmt::format("{} is a {} archive that holds no trace, only {}", name, toText(container), holds);
  if (damage) {
    message += fmt::format(" ({})", *damage);
  }
  return {Error::Kind::NotATrace, std::move(message)};
}

/// The chosen member, whose head has been read already.
class MemberStream : public TextStream {
 public:
  MemberStream(std::unique_ptr<ArchiveStream> archive, std::string head)
      : m_archive(std::move(archive)), m_head(std::move(head)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override {
    const std::size_t length = m_head.copy(into.data(), into.size(), m_at);
    m_at += length;
    return length > 0 ? length : m_archive->read(into);
  }
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_archive->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override { return m_archive->damage(); }

 private:
  std::unique_ptr<ArchiveStream> m_archive;
  std::string m_head;
  std::size_t m_at = 0;
};

}  // namespace

TraceLikeness traceLikeness(std::string_view head) {
  auto text = unwrap(std::make_unique<MemoryStream>(head), nullptr, "");
  return text ? likenessOfText((*text).stream->peek(headBytes)) : TraceLikeness::None;
}

Expected<std::unique_ptr<TextStream>> openTraceMember(std::unique_ptr<TextStream> stored,
                                                      const std::shared_ptr<const StoredFile>& file,
                                                      Container container, const std::string& name,
                                                      std::string& memberName) {
  std::vector<std::string> names;
  std::string head;
  const TraceLikeness enough = file ? TraceLikeness::Marked : TraceLikeness::Possible;
  auto archive = std::make_unique<ArchiveStream>(std::move(stored), file, container);
  const std::optional<Member> found = findMember(*archive, enough, names, head);
  if (!found) {
    return std::unexpected(noTraceInside(name, container, names, archive->damage()));
  }
  memberName = names[found->index];
  if (found->index + 1 < names.size() || found->likeness < enough) {
    archive = std::make_unique<ArchiveStream>(std::make_unique<FileStream>(file), file, container);
    for (std::size_t i = 0; i <= found->index && archive->nextMember(); ++i) {
    }
    head.clear();
  }
  return std::make_unique<MemberStream>(std::move(archive), std::move(head));
}

}  // namespace kernline
