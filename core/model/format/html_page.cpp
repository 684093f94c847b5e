// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/html_page.h"

#include "core/model/format/html_text.h"

#include <fmt/format.h>

namespace kernline {

namespace {

constexpr const char* style =
    ":root{color-scheme:light dark;--ground:#f5f6f8;--card:#fff;--ink:#1b2027;--dim:#5b6470;--line:#e3e7ec;"
    "--good:#1c7f4a;--bad:#b3261e;--fill:#dbe6f7}\n"
    "@media (prefers-color-scheme:dark){:root{--ground:#1d2025;--card:#16181c;--ink:#e4e7eb;--dim:#9aa3af;"
    "--line:#31363e;--good:#5cc48d;--bad:#ff8a80;--fill:#253a5c}}\n"
    "body{margin:0;padding:24px;background:var(--ground);color:var(--ink);font:14px/1.45 system-ui,sans-serif}\n"
    "main{max-width:1560px;margin:auto}h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:0 0 2px}"
    "p{margin:4px 0}.dim{color:var(--dim)}\n"
    ".views{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,560px),1fr));gap:16px;margin-top:16px}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:14px 16px;min-width:0;"
    "overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;margin-top:8px;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:3px 8px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\n"
    "th{white-space:normal;overflow-wrap:break-word;min-width:4.5em;vertical-align:bottom}"
    "th:first-child,td.text{text-align:left}td.text{white-space:normal;overflow-wrap:anywhere;min-width:16em}\n"
    ".best{font-weight:700;color:var(--good)}.failed{color:var(--bad)}\n"
    ".banner{border-left:4px solid var(--bad);margin-top:16px}ul.legend{list-style:none;padding:0;margin:6px 0;"
    "display:flex;flex-wrap:wrap;gap:2px 18px}\n"
    ".delta{background:linear-gradient(var(--fill),var(--fill)) no-repeat}\n";

}  // namespace

std::string htmlPageBegin(std::string_view title, std::string_view moreStyle) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\">"
      "<title>{}</title>\n<style>\n{}{}</style></head><body><main>\n",
      htmlText(title), style, moreStyle);
}

std::string htmlPageEnd() {
  return "<p class=\"dim\">Written by Kernline.</p>\n</main></body></html>\n";
}

std::string htmlCutNotice(std::size_t shown, std::size_t all, std::string_view noun) {
  if (shown >= all) {
    return {};
  }
  const std::size_t left = all - shown;
  return fmt::format("<p class=\"dim\">… {} more {}{}; --csv lists all</p>\n", left, noun, left == 1 ? "" : "s");
}

}  // namespace kernline
