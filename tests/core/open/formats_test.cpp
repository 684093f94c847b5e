// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using namespace std::string_view_literals;
using testing::HasSubstr;

struct Case {
  std::string_view head;
  std::string_view says;
};

class Content : public testing::TestWithParam<Case> {};

TEST_P(Content, isNamedInOneClause) {
  const std::string text(describeContent(GetParam().head).english());
  EXPECT_THAT(text, HasSubstr(std::string(GetParam().says)));
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_NE(text.back(), '.');
}

const Case cases[] = {
    {"", "an empty file"},
    {"\0\0\0\0\0\0\0\0\0"sv, "zero bytes"},
    {" \n\t ", "white space"},
    {"\x89PNG\r\n\x1A\n\0\0"sv, "PNG"},
    {"\xFF\xD8\xFF\xE0"sv, "JPEG"},
    {"%PDF-1.7\n", "PDF"},
    {"\x7F"
     "ELF\2\1\1"sv,
     "ELF"},
    {"SQLite format 3\0\x10\0"sv, "SQLite"},
    {"NVR\0\0\0\x10"sv, "Nsight Compute"},
    {"NVIDIA Tegra Profiler Report 2025@6\n\x0b"sv, "Nsight Systems report"},
    {"\x80\x04}\x8c\x09pg_status}s."sv, "flight recorder"},
    {"{\"pg_status\": {}}", "flight recorder"},
    {"\x80\x04\x95\x10\0\0\0\0\0\0\0}"sv, "pickle"},
    {"\x80\x05\x95\x10\0\0\0\0\0\0\0}"sv, "pickle"},
    {"\x0A\x08\x40\x05\x50\x01\x5A\x02\x48\x03"sv, "Perfetto"},
    {"\x0A\xAB\x01\x40\x05\x50\x01\x32\xA5\x01\x0A"sv, "Perfetto"},
    {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n", "git lfs pull"},
    {"heap profile:      5:     1000 [    10:     2000] @ heapprofile\n", "pprof -proto"},
    {"\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\x27\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv, "pprof -proto"},
    {"\n\nsome text\nmore text\n", "plain text"},
    {"import torch\n\nx = torch.zeros(3)\n", "Python"},
    {"# comment\nfrom os import path\ndef f(x):\n  pass\n", "Python"},
    {"<?xml version=\"1.0\"?><a/>", "XML"},
    {"<!DOCTYPE html><html><body>hi</body></html>", "HTML"},
    {"<!-- by us -->\n<!-- and others -->\n<html><body>hi</body></html>", "HTML"},
    {"<!-- by us -->\n# Notes\n\nOf a run.\n", "plain text"},
    {"a,b,c\n1,2,3\n4,5,6\n", "CSV"},
    {"{\"cells\": [], \"nbformat\": 4}", "Jupyter"},
    {"{\"a\": 1}", "JSON document"},
    {"{\"schema\": \"1.1.1-chakra.0.0.4\", \"pid\": 7, \"nodes\": [", "execution trace"},
    {"{\"rocprofiler-sdk-tool\": [{\"metadata\": {", "rocprofv3"},
    {"[[1, 2], [3, 4]]", "memory timeline"},
    {"-----  -----\n Name  Self CPU %  Self CPU  # of Calls\n", "torch.profiler"},
    {" ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n Time (%)  Total Time (ns)\n", "nsys"},
    {"\x01\x02\x03\x04\x05\x06\x07\x08\xFE"sv, "binary data"},
    {"step 1 loss 0.5\nstep 2 loss 0.4\n", "plain text or a log"},
};

INSTANTIATE_TEST_SUITE_P(Heads, Content, testing::ValuesIn(cases));

TEST(FilePatterns, haveTheEndingsOfAllContainers) {
  const std::string patterns = " " + filePatterns() + " ";
  for (const char* ending : {" *.gz ", " *.zst ", " *.xz ", " *.bz2 ", " *.lz4 ", " *.zip ", " *.tar "}) {
    EXPECT_THAT(patterns, HasSubstr(ending));
  }
}

}  // namespace
}  // namespace kernline::test
