// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace kernline {
namespace {

constexpr std::string_view trace = R"([{"ph":"X","name":"k","ts":1,"dur":2,"pid":1,"tid":1}])";
// The same in base64.
constexpr std::string_view traceBase64 = "W3sicGgiOiJYIiwibmFtZSI6ImsiLCJ0cyI6MSwiZHVyIjoyLCJwaWQiOjEsInRpZCI6MX1d";

class PageFile {
 public:
  explicit PageFile(const std::string& body)
      : m_path((std::filesystem::temp_directory_path() / "kernline-page-test.html").string()) {
    std::ofstream(m_path) << "<!DOCTYPE html>\n<html><body>" << body << "</body></html>\n";
  }
  ~PageFile() { std::filesystem::remove(m_path); }
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;
  [[nodiscard]] const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

TEST(HtmlPage, aTraceInViewerDataOpens) {
  const PageFile page("<script>var a = '{';</script><script id=\"viewer-data\" type=\"text/plain\">\n" +
                      std::string(traceBase64.substr(0, 40)) + "\n" + std::string(traceBase64.substr(40)) +
                      "\n</script>");
  const auto loaded = load(page.path());
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  ASSERT_EQ((*loaded)->spanCount(), 1U);
  EXPECT_EQ((*loaded)->nameText(SpanId{0}), "k");
  EXPECT_EQ((*loaded)->sources()[0].path, page.path());
}

TEST(HtmlPage, otherDataIsPassedOver) {
  const PageFile page(
      "<script class=\"trace-data\" type=\"application/text\">\n# tracer: nop\n</script>"
      "<script class=\"trace-data\" type=\"application/text\">\n" +
      std::string(trace) + "\n</script>");
  const auto loaded = load(page.path());
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  EXPECT_EQ((*loaded)->spanCount(), 1U);
  EXPECT_EQ((*loaded)->details(SpanId{0}).fields.find("name")->text, "k") << "the text stays readable";
}

TEST(HtmlPage, aPageInGzipOpens) {
  const std::string path = (std::filesystem::temp_directory_path() / "kernline-page-test.html.gz").string();
  const std::string page = "<!DOCTYPE html>\n<script class=\"trace-data\">" + std::string(trace) + "</script>";
  std::ofstream(path) << test::compressed(page, "gzip");
  const auto loaded = load(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  EXPECT_EQ((*loaded)->spanCount(), 1U);
  EXPECT_EQ((*loaded)->sources()[0].format.english(), test::phrase("chrome-trace-json") + ", HTML page, gzip");
  EXPECT_EQ((*loaded)->details(SpanId{0}).fields.find("name")->text, "k");
}

TEST(HtmlPage, aPageWithoutATraceIsRefusedInASentence) {
  const PageFile page("<script>alert(1)</script><p>{\"traceEvents\":[]}</p>");
  const auto loaded = load(page.path());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, Error::Kind::NotATrace);
  EXPECT_NE(loaded.error().message.english().find("HTML"), std::string::npos) << loaded.error().message.english();
}

}  // namespace
}  // namespace kernline
