// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/record_line.h"
#include "core/import/log/scope.h"
#include "core/import/log/text_line.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// Reads the text between the tables of one source: headings, numbers with their labels, failures, settings, files.
/// The rest stays text. The rules, the first that fits:
///
/// | line | is |
/// |---|---|
/// | `XError: …`, `Error: …`, `CUDA out of memory …`, also behind `name \|` | a failure (of `name`) |
/// | `a \| 24.5±0.06ms \| Acc: 0.07% \| …` | a measurement of each value with a unit or a label; `a` is whose |
/// | `Epoch 1 \| Loss: 3.17` | the same, with a parameter instead of a name |
/// | `Name \| Len: 128, D: 16 -> 0.01 ms`, `time: (0.062) second, size: (256).` | a row of results (record_line.h) |
/// | `Trace saved: path`, `… exported to path.json` | a file |
/// | `GPU: …`, `PyTorch: …`, and a memory size below one | a fact of the machine |
/// | `label: value` below `Configuration:` | a setting, and a parameter of what follows |
/// | `name: {'key': value, …}` | settings of `name` |
/// | `{'loss': 2.31, 'epoch': 0.5}`, numbers only, a known measure among them | measurements |
/// | `label: number unit`, `label (unit): number`, several with commas between | measurements |
/// | `label: min = 1 ms, max = 2 ms` | a measurement of each |
/// | `Loss: nan`, `Throughput: OOM` | a measurement without a number, a failure |
/// | `Model: name`, above what was measured | the subject of what follows |
/// | `Batch size: 8`, above what was measured | that, and a parameter of what follows |
/// | `Epoch 1/3`, `Running with batch_size=8, seq_len=128` | parameters of what follows |
/// | `real 0m1.234s`, of the shell's time | a measurement |
/// | `Epoch [1/5], Step [100/600], Loss: 0.23` and more like it | values of a round (pair_line.h) |
/// | `Epoch 1: 50%|█████     | 5/10 [00:01<00:01, 3.4it/s, loss=2.1]` | its values, with how far it was |
/// | `$ python bench.py --batch-size 8`, `Namespace(batch_size=8)` | parameters of all that follows |
/// | `1.23 ms ± 4.5 µs per loop (mean …)` | a measurement of %timeit |
/// | `forward ....: (1101.20, 1120.33)` below `(min, max) time across ranks (ms):` | two measurements of a timer |
/// | `speedup 8.53` (a known measure and a number) | a measurement |
/// | `[Name] key=value`, `label:` | a part of the section (see Scope) |
class TextReader {
 public:
  TextReader(LogBuilder& log, std::string_view prefix, std::int32_t rank);

  /// `isAboveTable`: the next line begins a table.
  void read(const SourceLine& line, bool isAboveTable);
  /// Remembers a line of plain text: the title of what follows, if it may be one.
  bool rememberText(std::string_view line, std::uint32_t number);
  void readBlank();
  void openHeading(std::uint32_t level, std::string_view title, std::uint32_t line);
  /// An underlined "label: value".
  void openParameter(const Labeled& parameter, std::uint32_t line);

  /// Begins a new block with its own parameters.
  void endBlock() { m_valuesInBlock = 0; }

  /// Whether the line is below "Configuration:", where any "label: value" is a setting.
  [[nodiscard]] bool isInConfiguration() const { return m_inConfiguration; }
  [[nodiscard]] Scope& scope() { return m_scope; }
  /// The text just above line `number`, if there is one: a table's title.
  [[nodiscard]] std::string titleAbove(std::uint32_t number) const;

 private:
  bool readCommand(std::string_view text);
  bool readTimeit(const SourceLine& line);
  bool readMllog(const SourceLine& line);
  bool readContent(const SourceLine& line);
  bool readFailure(const SourceLine& line);
  bool readRecord(const SourceLine& line);
  bool readBars(const SourceLine& line);
  bool readProgress(const SourceLine& line);
  bool readFile(const SourceLine& line);
  bool readLabeled(const Labeled& printed, const SourceLine& line);
  bool readMachine(const Labeled& labeled, const SourceLine& line);
  bool readSettings(const Labeled& labeled, const SourceLine& line);
  bool readDict(std::string_view text, const SourceLine& line);
  bool readSlashed(const Labeled& labeled, const SourceLine& line);
  bool readBeforeRemark(const Labeled& labeled, const SourceLine& line);
  bool readRates(const Labeled& labeled, const SourceLine& line);
  bool readPairs(std::string_view text, const SourceLine& line);
  bool readQuantities(const Labeled& labeled, const SourceLine& line);
  bool readStatedParameters(std::string_view text, std::uint32_t line);
  bool readNamedValues(const Labeled& labeled, const SourceLine& line);
  bool readRankTimes(const SourceLine& line);
  bool readShellTime(const SourceLine& line);
  bool readPairLine(const SourceLine& line);
  bool readMissing(const Labeled& labeled, const SourceLine& line);
  bool readSubject(const Labeled& labeled, const SourceLine& line);
  bool readRound(std::string_view text);
  void readLeadingParameter(const Labeled& labeled);
  bool readMeasureAndNumber(const SourceLine& line);
  bool readAssigned(const SourceLine& line);
  bool readDuration(const Labeled& labeled, const SourceLine& line);
  bool readPart(const SourceLine& line, bool isAboveTable);
  ContextId metricContext(std::string_view subject = {}, const std::vector<Labeled>& rounds = {});
  void addFailure(ContextId context, std::string_view text, std::uint32_t line);
  void addMetric(std::string_view name, const PrintedQuantity& quantity, std::string_view printed, ContextId context,
                 std::uint32_t line);
  void addSetting(std::string_view name, std::string_view value, ContextId context, bool isMachine, std::uint32_t line);
  bool rememberTitle(std::string_view title, std::uint32_t line);
  void noteSubject(std::string_view subject);
  void addParameters(std::string_view text);
  /// A part further left than the first one below a parameter is no longer below it.
  void leaveParameter(const SourceLine& line);

  LogBuilder& m_log;
  Scope m_scope;
  bool m_inConfiguration = false;
  std::size_t m_valuesInBlock = 0;          // measured since the last blank line, ruler or heading
  bool m_isBelowParameters = false;         // the last values that were read are parameters of what follows
  std::string m_subjectLabel;               // "Model", where such lines name what is measured
  std::uint32_t m_machineLine = 0;          // last line with a fact about the machine
  std::optional<std::size_t> m_partIndent;  // blanks before the first part below a parameter; nullopt if there is none
  std::string m_title;
  std::uint32_t m_titleLine = 0;
  RecordMemory m_records;
  std::vector<std::string_view> m_rankFigures;  // figures of each timer below "(min, max) time across ranks (ms):"
  std::vector<std::pair<std::string, std::string>> m_lastRounds;  // parameters of the last line with its round
  std::vector<std::string> m_subjects;                            // names seen in front of bars, to know them again
};

}  // namespace kernline::logs
