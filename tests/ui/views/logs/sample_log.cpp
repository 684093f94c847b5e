// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/views/logs/sample_log.h"

#include "core/model/log/log_builder.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

class StringSource final : public SourceText {
 public:
  explicit StringSource(std::string text) : m_text(std::move(text)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_text.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override {
    return offset < m_text.size() ? m_text.substr(offset, length) : std::string();
  }

 private:
  std::string m_text;
};

void setText(LogBuilder& log, std::string text) {
  std::uint32_t line = 1;
  std::size_t at = 0;
  while (at < text.size()) {
    log.noteLine(line++, at);
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  const std::uint64_t bytes = text.size();
  log.setSource("/logs/bench.log", "log", bytes, std::make_shared<StringSource>(std::move(text)));
}

LogColumn column(LogBuilder& log, const char* name, Quantity quantity, ColumnRole role) {
  return {log.intern(name), log.intern(baseUnit(quantity)), quantity, role};
}

struct Printed {
  double number;
  const char* text;
};

constexpr double none = std::numeric_limits<double>::quiet_NaN();

class Sample {
 public:
  std::shared_ptr<const Log> build(const std::string& tracePath) {
    m_section = m_log.addSection({m_log.intern("Speed"), SectionId::none, 1, 1});
    m_profiles = m_log.addSection({m_log.intern("Profiles"), SectionId::none, 1, 8});
    m_log.addSetting({ContextId::none, true, m_log.intern("GPU"), {none, m_log.intern("NVIDIA H200")}, 2});
    addMetric("Softmax", "256", 1.5e6, "1.5 ms", 3);
    addMetric("Softmax", "512", 6e6, "6 ms", 4);
    addMetric("Flash", "256", 0.5e6, "0.5 ms", 5);
    m_log.addFailure({context(m_section, "Flash", "512"), m_log.intern("CUDA out of memory"), 6});
    addTorchTable();
    const StringId found = tracePath.empty() ? StringId::empty : m_log.intern(tracePath);
    m_log.addFile({context(m_profiles, "Softmax", "256"), LoggedFileKind::Trace, m_log.intern("/out/Softmax_256.json"),
                   found, 17});
    m_log.addFile({context(m_profiles, "Softmax", "256"), LoggedFileKind::Trace, m_log.intern("/out/lost.json"),
                   StringId::empty, 18});
    addNsysTable();
    setText(m_log, sampleLogText());
    return m_log.build();
  }

 private:
  ContextId context(SectionId section, const char* subject, const char* length) {
    return m_log.addContext(
        {section,
         m_log.intern(subject),
         StringId::empty,
         -1,
         {{m_log.intern("seq_len"), m_log.intern("seq_len"), {std::stod(length), m_log.intern(length)}}}});
  }

  void addMetric(const char* subject, const char* length, double value, const char* text, std::uint32_t line) {
    LogMetric metric;
    metric.context = context(m_section, subject, length);
    metric.name = metric.key = m_log.intern("time");
    metric.unit = m_log.intern("ns");
    metric.quantity = Quantity::Time;
    metric.value = {value, m_log.intern(text)};
    metric.error = value / 100;
    metric.line = line;
    m_log.addMetric(metric);
  }

  void addRow(LogTable& table, std::uint32_t line, RowKind kind, const char* name, std::vector<Printed> cells,
              const char* note = "") {
    LogRow row;
    row.line = line;
    row.kind = kind;
    row.isNameCut = std::string_view{name}.ends_with("...");
    row.note = m_log.intern(note);
    table.rows.push_back(row);
    table.cells.push_back({none, m_log.intern(name)});
    for (const Printed& cell : cells) {
      table.cells.push_back({cell.number, m_log.intern(cell.text)});
    }
  }

  void addTorchTable() {
    LogTable table;
    table.kind = TableKind::Torch;
    table.device = m_log.intern("CUDA");
    table.context = context(m_profiles, "Softmax", "256");
    table.firstLine = 10;
    table.lastLine = 16;
    table.columns = {column(m_log, "Name", Quantity::Text, ColumnRole::Name),
                     column(m_log, "Self CUDA", Quantity::Time, ColumnRole::SelfDevice),
                     column(m_log, "Self CUDA %", Quantity::Share, ColumnRole::SelfDeviceShare),
                     column(m_log, "# of Calls", Quantity::Count, ColumnRole::Calls)};
    addRow(table, 11, RowKind::Operator, "aten::mm", {{3e6, "3.000ms"}, {0.6, "60.00%"}, {12, "12"}});
    addRow(table, 12, RowKind::Kernel, "void at::native::vectorized_elementwise_kernel<4, at...",
           {{2e6, "2.000ms"}, {0.4, "40.00%"}, {8, "8"}});
    addRow(table, 13, RowKind::Kernel, "ampere_sgemm_128x64_nn", {{3e6, "3.000ms"}, {0.6, "60.00%"}, {12, "12"}});
    addRow(table, 14, RowKind::Operator, "aten::add", {{none, "NaN"}, {none, "--"}, {8, "8"}});
    LogTotal total;
    total.name = m_log.intern("Self CUDA time total");
    total.device = m_log.intern("CUDA");
    total.quantity = Quantity::Time;
    total.value = {5e6, m_log.intern("5.000ms")};
    total.line = 16;
    table.totals.push_back(total);
    m_log.addIssue(LogIssueKind::ShareContradiction, 13, "60.00%");
    m_log.addTable(std::move(table));
  }

  void addNsysTable() {
    LogTable table;
    table.kind = TableKind::Nsys;
    table.title = m_log.intern("CUDA GPU Kernel Summary");
    table.firstLine = 20;
    table.lastLine = 22;
    table.columns = {column(m_log, "Name", Quantity::Text, ColumnRole::Name),
                     column(m_log, "Total Time (ns)", Quantity::Time, ColumnRole::Total)};
    addRow(table, 21, RowKind::Kernel, "void flash::softmax_kernel<float>(float*)", {{4.122e9, "4122000000"}},
           "csrc/softmax.cu");
    addRow(table, 22, RowKind::Kernel, "ampere_bf16_gemm", {{1.5e6, "1500000"}}, "csrc/gemm.cu");
    m_log.addTable(std::move(table));
  }

  LogBuilder m_log;
  SectionId m_section = SectionId::none;
  SectionId m_profiles = SectionId::none;
};

}  // namespace

std::string sampleLogText() {
  return "==== Speed ====\n"
         "GPU: NVIDIA H200\n"
         "Softmax seq_len=256 | 1.5±0.015ms\n"
         "Softmax seq_len=512 | 6±0.06ms\n"
         "Flash seq_len=256 | 0.5±0.005ms\n"
         "Flash seq_len=512 | Error: CUDA out of memory\n"
         "\n"
         "==== Profiles ====\n"
         "[Softmax] seq_len=256\n"
         "Name  Self CUDA  Self CUDA %  # of Calls\n"
         "aten::mm  3.000ms  60.00%  12\n"
         "void at::native::vectorized_elementwise_kernel<4, at...  2.000ms  40.00%  8\n"
         "ampere_sgemm_128x64_nn  3.000ms  60.00%  12\n"
         "aten::add  NaN  --  8\n"
         "----\n"
         "Self CUDA time total: 5.000ms\n"
         "Trace saved: /out/Softmax_256.json\n"
         "Trace saved: /out/lost.json\n"
         "什么都没有\n"
         " ** CUDA GPU Kernel Summary\n"
         "csrc/softmax.cu void flash::softmax_kernel<float>(float*) 4122000000\n"
         "csrc/gemm.cu ampere_bf16_gemm 1500000\n"
         "\x1b[31mthe end\x1b[0m\n";
}

std::shared_ptr<const Log> sampleLog(const std::string& tracePath) {
  return Sample().build(tracePath);
}

std::shared_ptr<const Log> longLog(std::size_t rows) {
  LogBuilder log;
  LogTable table;
  table.kind = TableKind::Nsys;
  table.firstLine = 1;
  table.lastLine = static_cast<std::uint32_t>(rows + 1);
  table.columns = {column(log, "Name", Quantity::Text, ColumnRole::Name),
                   column(log, "Total Time (ns)", Quantity::Time, ColumnRole::Total),
                   column(log, "Instances", Quantity::Count, ColumnRole::Calls)};
  std::string text = "Name Total Instances\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string name = "void at::native::kernel_" + std::to_string(i % 5000) + "<float, 4>(int, float*)";
    const std::size_t time = (i * 7919) % 1'000'003;
    LogRow row;
    row.kind = RowKind::Kernel;
    row.line = static_cast<std::uint32_t>(i + 2);
    table.rows.push_back(row);
    table.cells.push_back({none, log.intern(name)});
    table.cells.push_back({static_cast<double>(time), log.intern(std::to_string(time))});
    table.cells.push_back({static_cast<double>(i % 17), log.intern(std::to_string(i % 17))});
    text += name + " " + std::to_string(time) + " " + std::to_string(i % 17) + "\n";
  }
  log.addTable(std::move(table));
  setText(log, std::move(text));
  return log.build();
}

}  // namespace kernline::test
