// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/cubin_lines.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace kernline::ncu {

namespace {

/// Standard opcodes of a line number program: DW_LNS_… of DWARF. 0 begins an extended one.
namespace line_opcode {
constexpr std::uint64_t extended = 0;
constexpr std::uint64_t copy = 1;
constexpr std::uint64_t advancePc = 2;
constexpr std::uint64_t advanceLine = 3;
constexpr std::uint64_t setFile = 4;
constexpr std::uint64_t constAddPc = 8;
constexpr std::uint64_t fixedAdvancePc = 9;
}  // namespace line_opcode

/// Extended opcodes: DW_LNE_… of DWARF.
namespace extended_opcode {
constexpr std::uint64_t endSequence = 1;
constexpr std::uint64_t setAddress = 2;
}  // namespace extended_opcode

/// Little-endian numbers; zeros from the end on.
class ElfBytes {
 public:
  explicit ElfBytes(std::string_view bytes) : m_bytes(bytes) {}

  [[nodiscard]] bool isAtEnd() const { return m_at >= m_bytes.size(); }
  [[nodiscard]] std::size_t at() const { return m_at; }
  void seek(std::uint64_t at) { m_at = static_cast<std::size_t>(std::min<std::uint64_t>(at, m_bytes.size())); }
  void skip(std::uint64_t count) { seek(m_at + std::min<std::uint64_t>(count, m_bytes.size() - m_at)); }

  std::uint64_t number(std::size_t length) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < length && !isAtEnd(); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(m_bytes[m_at++])} << (8U * i);
    }
    return value;
  }
  std::uint64_t leb128() {
    constexpr unsigned wordBits = 64;
    std::uint64_t value = 0;
    for (unsigned shift = 0; !isAtEnd(); shift += 7) {
      const std::uint64_t byte = number(1);
      value |= shift < wordBits ? (byte & 0x7FU) << shift : 0;
      if ((byte & 0x80U) == 0) {
        m_lastShift = shift + 7;
        return value;
      }
    }
    return 0;
  }
  std::int64_t signedLeb128() {
    constexpr unsigned wordBits = 64;
    m_lastShift = 0;
    std::uint64_t value = leb128();
    if (m_lastShift > 0 && m_lastShift < wordBits && (value >> (m_lastShift - 1) & 1U) != 0) {
      value |= ~std::uint64_t{0} << m_lastShift;
    }
    return static_cast<std::int64_t>(value);
  }
  std::string_view text() {
    const std::size_t end = std::min(m_bytes.find('\0', m_at), m_bytes.size());
    const std::string_view found = m_bytes.substr(m_at, end - m_at);
    seek(std::uint64_t{end} + 1);
    return found;
  }

 private:
  std::string_view m_bytes;
  std::size_t m_at = 0;
  unsigned m_lastShift = 0;
};

/// Whether the zero-terminated text at `at` is `wanted`; does not search for the end of other texts.
bool isTextAt(std::string_view bytes, std::uint64_t at, std::string_view wanted) {
  return at < bytes.size() && bytes.substr(static_cast<std::size_t>(at)).starts_with(wanted) &&
         bytes.size() - at > wanted.size() && bytes[static_cast<std::size_t>(at) + wanted.size()] == '\0';
}

struct ElfSection {
  std::uint64_t nameAt = 0;
  std::string_view bytes;
};

struct ElfSections {
  std::vector<ElfSection> all;
  std::string_view names;

  /// Returns the bytes of the first section of that name; empty if there is none.
  [[nodiscard]] std::string_view named(std::string_view name) const {
    const auto found =
        std::ranges::find_if(all, [&](const ElfSection& section) { return isTextAt(names, section.nameAt, name); });
    return found == all.end() ? std::string_view{} : found->bytes;
  }
};

/// The sections of an ELF64 file; none if it is no such file.
ElfSections elfSections(std::string_view elf) {
  constexpr std::size_t headerBytes = 64;
  if (!elf.starts_with("\x7F\x45LF\x02\x01") || elf.size() < headerBytes) {
    return {};
  }
  ElfBytes header(elf);
  header.seek(0x28);
  const std::uint64_t tableAt = header.number(8);
  header.seek(0x3C);
  const std::uint64_t count = header.number(2);
  const std::uint64_t namesIndex = header.number(2);
  ElfSections sections;
  header.seek(tableAt);
  for (std::uint64_t i = 0; i < count && !header.isAtEnd(); ++i) {
    ElfSection section{.nameAt = header.number(4), .bytes = {}};
    header.skip(20);  // type, flags, address
    const std::uint64_t at = header.number(8);
    const std::uint64_t size = header.number(8);
    header.skip(24);  // link, info, alignment, size of an entry
    if (at <= elf.size() && size <= elf.size() - at) {
      section.bytes = elf.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
    }
    sections.all.push_back(section);
  }
  if (namesIndex < sections.all.size()) {
    sections.names = sections.all[static_cast<std::size_t>(namesIndex)].bytes;
  }
  return sections;
}

/// Relocations of the linker: the places of .debug_line that hold addresses within the function, and those addresses.
struct FunctionPlaces {
  std::map<std::uint64_t, std::uint64_t> addresses;  ///< place, and offset in the function
  std::uint64_t bytes = 0;                           ///< size of the function
};

FunctionPlaces placesOf(const ElfSections& sections, std::string_view function) {
  constexpr std::size_t entryBytes = 24;
  FunctionPlaces places;
  std::vector<bool> isWanted;
  const std::string_view symbols = sections.named(".symtab");
  const std::string_view names = sections.named(".strtab");
  ElfBytes table(symbols);
  const std::string section = ".text." + std::string{function};
  for (std::size_t i = 0; i < symbols.size() / entryBytes; ++i) {
    const std::uint64_t nameAt = table.number(4);
    table.skip(12);  // info, other, section, value
    const std::uint64_t size = table.number(8);
    const bool isFunction = isTextAt(names, nameAt, function);
    isWanted.push_back(isFunction || isTextAt(names, nameAt, section));
    places.bytes = isFunction ? size : places.bytes;
  }
  constexpr unsigned symbolShift = 32;
  const auto add = [&](std::string_view name, bool hasAddend) {
    const std::string_view relocations = sections.named(name);
    ElfBytes entries(relocations);
    for (std::size_t i = 0; i < relocations.size() / (hasAddend ? entryBytes : 16); ++i) {
      const std::uint64_t place = entries.number(8);
      const std::uint64_t symbol = entries.number(8) >> symbolShift;
      const std::uint64_t addend = hasAddend ? entries.number(8) : 0;
      if (symbol < isWanted.size() && isWanted[static_cast<std::size_t>(symbol)]) {
        places.addresses[place] = addend;
      }
    }
  };
  add(".rela.debug_line", true);
  add(".rel.debug_line", false);
  return places;
}

/// Runs the line programs of DWARF 2 to 4 (dwarfstd.org, 6.2), and keeps the rows of one function.
class LineProgram {
 public:
  LineProgram(std::string_view section, const FunctionPlaces& places, std::map<std::uint64_t, SourceLine>& rows)
      : m_bytes(section), m_size(section.size()), m_places(places), m_rows(rows) {}

  void run() {
    while (!m_bytes.isAtEnd() && runUnit()) {
    }
  }

 private:
  bool runUnit();
  void readFiles();
  void step();
  void stepExtended();
  void emit();
  void beginSequence() {
    m_address = 0;
    m_file = 1;
    m_line = 1;
    m_isWanted = false;
  }

  static constexpr std::size_t maxRows = std::size_t{1} << 20;

  ElfBytes m_bytes;
  std::size_t m_size;
  const FunctionPlaces& m_places;
  std::map<std::uint64_t, SourceLine>& m_rows;
  std::vector<std::string_view> m_files;
  std::vector<std::uint64_t> m_operands;  ///< operand counts of standard opcodes
  std::uint64_t m_unit = 1;               ///< bytes of an instruction
  std::int64_t m_lineBase = 0;
  std::uint64_t m_lineRange = 1;
  std::uint64_t m_opcodeBase = 1;
  std::uint64_t m_address = 0;
  std::uint64_t m_file = 1;
  std::int64_t m_line = 1;
  bool m_isWanted = false;
};

bool LineProgram::runUnit() {
  constexpr std::uint64_t maxLength = 0xFFFFFFF0;
  constexpr std::uint64_t lastVersion = 4;
  const std::uint64_t length = m_bytes.number(4);
  const std::uint64_t end = m_bytes.at() + length;
  const std::uint64_t version = m_bytes.number(2);
  if (length >= maxLength || end > m_size || version < 2 || version > lastVersion) {
    return false;
  }
  const std::uint64_t headerBytes = m_bytes.number(4);
  const std::uint64_t begin = m_bytes.at() + headerBytes;
  m_unit = m_bytes.number(1);
  m_bytes.skip(version == lastVersion ? 2 : 1);  // operations of an instruction, whether rows are statements
  constexpr std::int64_t signBit = 128;
  m_lineBase = static_cast<std::int64_t>(m_bytes.number(1));
  m_lineBase -= m_lineBase >= signBit ? 2 * signBit : 0;
  m_lineRange = std::max<std::uint64_t>(m_bytes.number(1), 1);
  m_opcodeBase = m_bytes.number(1);
  m_operands.clear();
  for (std::uint64_t i = 1; i < m_opcodeBase; ++i) {
    m_operands.push_back(m_bytes.number(1));
  }
  readFiles();
  m_bytes.seek(begin);
  beginSequence();
  while (m_bytes.at() < end && !m_bytes.isAtEnd()) {
    step();
  }
  m_bytes.seek(end);
  return true;
}

void LineProgram::readFiles() {
  while (!m_bytes.isAtEnd() && !m_bytes.text().empty()) {  // folders
  }
  m_files.clear();
  while (!m_bytes.isAtEnd()) {
    const std::string_view name = m_bytes.text();
    if (name.empty()) {
      return;
    }
    m_files.push_back(fileNameOf(name));
    for (int i = 0; i < 3; ++i) {  // folder, time, size
      static_cast<void>(m_bytes.leb128());
    }
  }
}

void LineProgram::step() {
  const std::uint64_t opcode = m_bytes.number(1);
  if (opcode >= m_opcodeBase) {
    const std::uint64_t adjusted = opcode - m_opcodeBase;
    m_address += adjusted / m_lineRange * m_unit;
    m_line += m_lineBase + static_cast<std::int64_t>(adjusted % m_lineRange);
    emit();
    return;
  }
  switch (opcode) {
    case line_opcode::extended:
      stepExtended();
      break;
    case line_opcode::copy:
      emit();
      break;
    case line_opcode::advancePc:
      m_address += m_bytes.leb128() * m_unit;
      break;
    case line_opcode::advanceLine:
      m_line = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_line) +
                                         static_cast<std::uint64_t>(m_bytes.signedLeb128()));
      break;
    case line_opcode::setFile:
      m_file = m_bytes.leb128();
      break;
    case line_opcode::constAddPc:
      m_address += (255 - m_opcodeBase) / m_lineRange * m_unit;
      break;
    case line_opcode::fixedAdvancePc:
      m_address += m_bytes.number(2);
      break;
    default:
      for (std::uint64_t i = 0; i < m_operands[static_cast<std::size_t>(opcode - 1)]; ++i) {
        static_cast<void>(m_bytes.leb128());
      }
      break;
  }
}

void LineProgram::stepExtended() {
  const std::uint64_t length = m_bytes.leb128();
  const std::uint64_t begin = m_bytes.at();
  const std::uint64_t opcode = m_bytes.number(1);
  if (opcode == extended_opcode::endSequence) {
    beginSequence();
  } else if (opcode == extended_opcode::setAddress) {
    const auto place = m_places.addresses.find(m_bytes.at());
    m_isWanted = place != m_places.addresses.end();
    m_address = m_isWanted ? place->second + m_bytes.number(8) : 0;
  }
  m_bytes.seek(begin);
  m_bytes.skip(std::max<std::uint64_t>(length, 1));  // NVIDIA adds opcodes of its own for inlined functions
}

void LineProgram::emit() {
  if (m_isWanted && m_rows.size() < maxRows && m_line > 0) {
    const bool isNamed = m_file >= 1 && m_file <= m_files.size();
    m_rows[m_address] = {.file = isNamed ? m_files[static_cast<std::size_t>(m_file - 1)] : std::string_view{},
                         .line = static_cast<std::uint64_t>(m_line)};
  }
}

}  // namespace

CubinLines::CubinLines(std::string_view cubin, std::string_view function) {
  const ElfSections sections = elfSections(cubin);
  const FunctionPlaces places = placesOf(sections, function);
  LineProgram(sections.named(".debug_line"), places, m_rows).run();
  m_end = places.bytes;
}

SourceLine CubinLines::at(std::uint64_t offset) const {
  const auto next = m_rows.upper_bound(offset);
  return next == m_rows.begin() || offset >= m_end ? SourceLine{} : std::prev(next)->second;
}

}  // namespace kernline::ncu
