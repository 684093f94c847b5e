// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/deepspeed_reader.h"
#include "core/import/log/ncu_reader.h"
#include "core/import/log/nvprof_reader.h"

namespace kernline::logs {

/// The readers of what tools print over many lines that are no table by themselves. One at a time is open: it sees
/// each line before anybody else does.
class ToolReaders {
 public:
  explicit ToolReaders(LogBuilder& log) : m_ncu(log), m_nvprof(log), m_deepSpeed(log) {}

  [[nodiscard]] bool take(const SourceLine& line, Scope& scope) {
    return m_ncu.take(line, scope) || m_nvprof.take(line, scope) || m_deepSpeed.take(line, scope);
  }
  void finish() {
    m_ncu.finish();
    m_nvprof.finish();
    m_deepSpeed.finish();
  }
  [[nodiscard]] bool isOpen() const { return m_ncu.isOpen() || m_nvprof.isOpen() || m_deepSpeed.isOpen(); }

 private:
  NcuReader m_ncu;
  NvprofReader m_nvprof;
  DeepSpeedReader m_deepSpeed;
};

}  // namespace kernline::logs
