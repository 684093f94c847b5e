// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/interned.h"

#include "core/import/perfetto/wire.h"

#include <algorithm>

namespace kernline::perfetto {

namespace {

struct InternedField {
  std::uint32_t field;
  InternedKind kind;
  std::uint32_t text;  // field of its name; 0 if none
};

constexpr InternedField internedFields[] = {
    {1, InternedKind::Category, 2},       {2, InternedKind::EventName, 2},         {3, InternedKind::AnnotationName, 2},
    {4, InternedKind::SourceLocation, 2}, {20, InternedKind::LogText, 2},          {23, InternedKind::GpuContext, 0},
    {24, InternedKind::GpuStage, 2},      {29, InternedKind::AnnotationText, 2},   {47, InternedKind::GpuCounters, 0},
    {1000, InternedKind::Kernel, 3},      {1001, InternedKind::LaunchArgument, 2},
};

InternedEntry readEntry(const InternedField& field, std::string_view bytesOfEntry) {
  InternedEntry entry;
  entry.kind = field.kind;
  entry.message = bytesOfEntry;
  for (Message message{bytesOfEntry}; message.next();) {
    const auto tag = message.tag();
    const bool isText = field.text != 0 && tag == bytes(field.text);
    // The compiler's name, if there is no readable one.
    const bool isRawName = field.kind == InternedKind::Kernel && tag == bytes(2) && entry.text.empty();
    if (tag == varint(1)) {
      entry.iid = message.number();
    } else if (isText || isRawName) {
      entry.text = message.bytes();
    }
  }
  return entry;
}

}  // namespace

void readInterned(std::string_view data, std::vector<InternedEntry>& entries) {
  for (Message message{data}; message.next();) {
    const auto* const known = std::ranges::find(internedFields, message.field(), &InternedField::field);
    if (known != std::end(internedFields) && message.isBytes()) {
      entries.push_back(readEntry(*known, message.bytes()));
    }
  }
}

bool readInternedToTheBreak(std::string_view data, std::vector<InternedEntry>& entries) {
  try {
    readInterned(data, entries);
    return true;
  } catch (const protobuf::DamagedMessage&) {
    return false;
  }
}

}  // namespace kernline::perfetto
