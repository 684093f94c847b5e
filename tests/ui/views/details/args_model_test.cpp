// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/args_model.h"

#include "tests/ui/window/cell.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;

ArgNode scalar(std::string key, ArgNode::Kind kind, std::string text) {
  return {kind, std::move(key), std::move(text), {}};
}

ArgNode sampleArgs() {
  ArgNode dims{ArgNode::Kind::Array, "Input Dims", {}, {}};
  for (const char* size : {"4", "8"}) {
    dims.children.push_back(scalar("", ArgNode::Kind::Number, size));
  }
  ArgNode nested{ArgNode::Kind::Object, "occupancy", {}, {scalar("limit", ArgNode::Kind::Text, "REGS\"x\"")}};
  return {ArgNode::Kind::Object, "", "", {scalar("id", ArgNode::Kind::Number, "18446744073709551616"), dims, nested}};
}

TEST(ArgsModel, isAnHonestTree) {
  ArgsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setArgs(sampleArgs());
  ASSERT_EQ(model.rowCount(), 3);
  const QModelIndex dims = model.index(1, 0);
  ASSERT_EQ(model.rowCount(dims), 2);
  EXPECT_EQ(cell(model.index(1, 0, dims), ArgsModel::Value), "8");
  EXPECT_EQ(model.index(1, 0, dims).parent(), dims);
  EXPECT_EQ(cell(model, 0, ArgsModel::Value), "18446744073709551616") << "digits as the file has them";
  model.setArgs({});
  EXPECT_TRUE(model.isEmpty());
}

TEST(ArgsModel, saysWhatManyBytesComeTo) {
  ArgsModel model;
  model.setArgs(
      {ArgNode::Kind::Object,
       "",
       "",
       {scalar("Total Allocated", ArgNode::Kind::Number, "1610612736"), scalar("bytes", ArgNode::Kind::Number, "-2048"),
        scalar("bytes", ArgNode::Kind::Number, "512"), scalar("Addr", ArgNode::Kind::Number, "139837476470784")}});
  EXPECT_EQ(cell(model, 0, ArgsModel::Value), "1610612736 (1.500 GiB)");
  EXPECT_EQ(cell(model, 1, ArgsModel::Value), "-2048 (-2.000 KiB)");
  EXPECT_EQ(cell(model, 2, ArgsModel::Value), "512");
  EXPECT_EQ(cell(model, 3, ArgsModel::Value), "139837476470784") << "an address";
  EXPECT_EQ(model.text(model.index(0, ArgsModel::Value)).toStdString(), "1610612736") << "what is copied is the file's";
}

TEST(ArgsModel, shortArraysAreShownOnOneLineLongOnesCounted) {
  ArgNode list{ArgNode::Kind::Array, "x", {}, {}};
  list.children.assign(3, scalar("", ArgNode::Kind::Number, "7"));
  EXPECT_EQ(oneLine(list), QStringLiteral("[7, 7, 7]"));
  list.children = {list, scalar("", ArgNode::Kind::Text, "")};
  EXPECT_EQ(oneLine(list), QStringLiteral("[[7, 7, 7], \"\"]")) << "shapes in shapes are what people look for";
  list.children.assign(300, scalar("", ArgNode::Kind::Number, "7"));
  EXPECT_EQ(oneLine(list), QStringLiteral("[300 values]"));
}

TEST(ArgsModel, copiesAsJson) {
  EXPECT_EQ(toJson(sampleArgs()).toStdString(),
            "{\n"
            "  \"id\": 18446744073709551616,\n"
            "  \"Input Dims\": [\n"
            "    4,\n"
            "    8\n"
            "  ],\n"
            "  \"occupancy\": {\n"
            "    \"limit\": \"REGS\\\"x\\\"\"\n"
            "  }\n"
            "}");
}

}  // namespace
}  // namespace kernline::ui
