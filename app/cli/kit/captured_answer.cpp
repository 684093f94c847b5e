// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/captured_answer.h"

namespace kernline::cli {

namespace {

CapturedAnswer*& capturing() {
  static CapturedAnswer* answer = nullptr;
  return answer;
}

}  // namespace

CapturedAnswer::CapturedAnswer(std::stop_token stop, std::size_t maxBytes)
    : m_stop(std::move(stop)), m_maxBytes(maxBytes) {
  capturing() = this;
}

CapturedAnswer::~CapturedAnswer() {
  capturing() = nullptr;
}

CapturedAnswer* CapturedAnswer::current() {
  return capturing();
}

bool CapturedAnswer::write(std::string_view text) {
  if (m_isTooLong || m_text.size() + text.size() > m_maxBytes) {
    m_isTooLong = true;
    m_text.clear();
    return false;
  }
  m_text += text;
  return true;
}

void CapturedAnswer::addDiagnostic(std::string sentence) {
  const std::lock_guard lock(m_mutex);
  m_diagnostics.push_back(std::move(sentence));
}

std::vector<std::string> CapturedAnswer::diagnostics() const {
  const std::lock_guard lock(m_mutex);
  return m_diagnostics;
}

std::stop_token stopOfAnswer() {
  const CapturedAnswer* const answer = CapturedAnswer::current();
  return answer == nullptr ? std::stop_token() : answer->stop();
}

}  // namespace kernline::cli
