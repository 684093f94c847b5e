// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "ui/views/logs/table_grid.h"

#include <gtest/gtest.h>

#include <memory>
#include <variant>

namespace kernline::ui {
namespace {

TEST(TableGrid, takesLayersForPartsOfAWholeButNotBenchmarks) {
  const auto firstGrid = [](const char* name) {
    const auto document = openDocument(test::shared(name));
    return makeTableGrid(std::get<std::shared_ptr<const Log>>(document.value()), 0, {});
  };
  EXPECT_FALSE(firstGrid("formats/records/pytest_benchmark_lagom.json")->isTable);
  EXPECT_TRUE(firstGrid("formats/records/trtexec_exportProfile_resnet.json")->isTable);
}

}  // namespace
}  // namespace kernline::ui
