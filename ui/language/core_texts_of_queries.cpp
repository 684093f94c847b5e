// SPDX-License-Identifier: GPL-3.0-or-later
// Why a query fails, and what is in the way of recording.
#include "ui/language/core_text.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

constexpr const char* texts[] = {
    QT_TRANSLATE_NOOP("core", "The query was cancelled."),
    QT_TRANSLATE_NOOP("core", "There is not enough memory for the answer; ask for less."),
    QT_TRANSLATE_NOOP("core", "The query is empty; write a SELECT."),
    QT_TRANSLATE_NOOP("core", "There is more than one statement; run them one by one."),
};

// The first that fits is taken: those with more in them stand first.
constexpr const char* patterns[] = {
    QT_TRANSLATE_NOOP("core", "At line %1, column %2 of the query: %3."),
    QT_TRANSLATE_NOOP("core", "At column %1 of the query: %2."),
    QT_TRANSLATE_NOOP("core", "The query fails: %1."),
    QT_TRANSLATE_NOOP("core", "there is no table \"%1\", perhaps \"%2\"; the tables are %3"),
    QT_TRANSLATE_NOOP("core", "there is no table \"%1\"; the tables are %2"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\", perhaps \"%2\"; %3 has %4; %5 has %6"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\", perhaps \"%2\"; %3 has %4"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\", perhaps \"%2\""),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\"; %2 has %3; %4 has %5"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\"; %2 has %3"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\""),
    QT_TRANSLATE_NOOP("core", "there is no function %1(), perhaps \"%2\"; beside those of SQLite there are %3"),
    QT_TRANSLATE_NOOP("core", "there is no function %1(); beside those of SQLite there are %2"),
    QT_TRANSLATE_NOOP("core", "near \"%1\": syntax error"),
    QT_TRANSLATE_NOOP("core", "incomplete input"),
    QT_TRANSLATE_NOOP("core", "\"%1\" is no regular expression: %2"),
    QT_TRANSLATE_NOOP("core", "%1() is refused: a query only reads this trace."),
    QT_TRANSLATE_NOOP("core", "%1 is refused: a query only reads this trace; write a SELECT."),
    QT_TRANSLATE_NOOP("core", "ambiguous column name: %1"),
    QT_TRANSLATE_NOOP("core", "wrong number of arguments to function %1"),
    QT_TRANSLATE_NOOP("core", "NVIDIA's driver %1"),
    QT_TRANSLATE_NOOP("core", "the driver cannot be used: %1"),
    QT_TRANSLATE_NOOP("core", "CUPTI is CUDA %1's, and the driver knows CUDA %2 at most"),
    QT_TRANSLATE_NOOP("core", "version %1 at %2"),
    QT_TRANSLATE_NOOP("core", "CUPTI does not begin: %1"),
    QT_TRANSLATE_NOOP("core", "CUPTI cannot record %1"),
    QT_TRANSLATE_NOOP("core", "another profiler is to be loaded into programs: %1"),
    QT_TRANSLATE_NOOP("core", "%1 is a part of a GPU (MIG)"),
    QT_TRANSLATE_NOOP("core", "built with CUDA %1"),
    QT_TRANSLATE_NOOP("core", "%1: by the time of a launch %2, of the kernels that both list, each as often as in %3."),
    QT_TRANSLATE_NOOP("core", "%1: %2 of %3 launches have no duration and are left out."),
    QT_TRANSLATE_NOOP("core", "%1: the clock of the SMs was %2 to %3 GHz."),
    QT_TRANSLATE_NOOP("core",
                      "%1 holds what Nsight Compute measured of kernels, but not how long they took; record that with "
                      "ncu --metrics gpu__time_duration.sum or --section SpeedOfLight"),
};

}  // namespace

std::span<const char* const> coreTextsOfQueries() {
  return texts;
}

std::span<const char* const> corePatternsOfQueries() {
  return patterns;
}

}  // namespace kernline::ui
