// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_examples.h"

#include <QCoreApplication>

#include <array>

namespace kernline::ui {
namespace {

constexpr std::array examples{
    QueryExample{QT_TRANSLATE_NOOP("Words", "Top kernels"),
                 QT_TRANSLATE_NOOP("Words", "The kernels with the most GPU time."),
                 "SELECT short_name, count(*) AS n, ms(sum(duration_ns)) AS ms, us(median(duration_ns)) AS median_us\n"
                 "FROM kernels\nGROUP BY short_name\nORDER BY ms DESC\nLIMIT 20"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Kernel families"),
                 QT_TRANSLATE_NOOP("Words", "How GPU time splits into GEMM, attention, elementwise and so on."),
                 "SELECT family, count(*) AS n, ms(sum(duration_ns)) AS ms,\n"
                 "       round(100.0 * sum(duration_ns) / (SELECT sum(duration_ns) FROM kernels), 1) AS percent\n"
                 "FROM kernels\nGROUP BY family\nORDER BY ms DESC"},
    QueryExample{
        QT_TRANSLATE_NOOP("Words", "Longest gaps"),
        QT_TRANSLATE_NOOP("Words", "Where a stream waited longest, and the span that ended the wait."),
        "SELECT id, track, us(gap) AS gap_us, name AS next\n"
        "FROM (SELECT id, track, name, start_ns - lag(end_ns) OVER (PARTITION BY track_id ORDER BY start_ns) "
        "AS gap\n      FROM spans\n      WHERE stream IS NOT NULL AND kind IN ('kernel', 'memcpy', 'memset'))\n"
        "ORDER BY gap DESC\nLIMIT 50"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Launch latency by kernel"),
                 QT_TRANSLATE_NOOP("Words", "How long after its call each kernel starts."),
                 "SELECT short_name, count(*) AS n, us(median(launch_latency_ns)) AS median_us,\n"
                 "       us(percentile(launch_latency_ns, 99)) AS p99_us\n"
                 "FROM kernels\nWHERE launch_id IS NOT NULL\nGROUP BY short_name\nORDER BY median_us DESC"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Kernels of an operator"),
                 QT_TRANSLATE_NOOP("Words", "What one operator launches; enter the name of the operator."),
                 "SELECT id, short_name, us(duration_ns) AS us, step\nFROM kernels\nWHERE op = 'aten::mm'\n"
                 "ORDER BY duration_ns DESC"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Operators by GPU time"),
                 QT_TRANSLATE_NOOP("Words", "The operators that use the most GPU time."),
                 "SELECT op, count(*) AS kernels, ms(sum(duration_ns)) AS ms\nFROM kernels\nGROUP BY op\n"
                 "ORDER BY ms DESC"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Operators by self time"),
                 QT_TRANSLATE_NOOP("Words", "The operators in which the host itself spends the most time."),
                 "SELECT name, count(*) AS n, ms(sum(self_ns)) AS self_ms, ms(sum(duration_ns)) AS total_ms\n"
                 "FROM spans\nWHERE kind = 'op'\nGROUP BY name\nORDER BY self_ms DESC\nLIMIT 50"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Step times"),
                 QT_TRANSLATE_NOOP("Words", "The length of each step, and the kernels that start in it."),
                 "SELECT s.span_id, s.name, ms(s.duration_ns) AS ms,\n"
                 "       (SELECT count(*) FROM kernels k\n"
                 "        WHERE k.start_ns >= s.start_ns AND k.start_ns < s.end_ns) AS kernels\n"
                 "FROM steps s"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Slow outliers"),
                 QT_TRANSLATE_NOOP("Words", "Kernels that took more than twice their median."),
                 "WITH usual AS (SELECT name, median(duration_ns) AS middle FROM kernels GROUP BY name)\n"
                 "SELECT k.id, k.short_name, us(k.duration_ns) AS us, us(u.middle) AS median_us, k.step\n"
                 "FROM kernels k JOIN usual u ON u.name = k.name\n"
                 "WHERE k.duration_ns > 2 * u.middle\nORDER BY k.duration_ns - u.middle DESC\nLIMIT 100"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Short kernels"),
                 QT_TRANSLATE_NOOP("Words", "How many launched kernels run for less than 5 µs."),
                 "SELECT short_name, count(*) AS n, us(avg(duration_ns)) AS mean_us\nFROM kernels\n"
                 "WHERE duration_ns < 5000\nGROUP BY short_name\nORDER BY n DESC"},
    QueryExample{
        QT_TRANSLATE_NOOP("Words", "Memcpy and memset"),
        QT_TRANSLATE_NOOP("Words", "Memcpy and memset by kind, with their bandwidth from the args in the file."),
        "SELECT name, count(*) AS n, ms(sum(duration_ns)) AS ms,\n"
        "       round(sum(arg(id, 'bytes')) * 1.0 / sum(duration_ns), 2) AS gb_per_s\n"
        "FROM spans\nWHERE kind IN ('memcpy', 'memset')\nGROUP BY name\nORDER BY ms DESC"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Waiting calls"),
                 QT_TRANSLATE_NOOP("Words", "The longest runtime calls, mostly synchronizations."),
                 "SELECT id, name, us(duration_ns) AS us, thread, step\nFROM spans\nWHERE kind = 'runtime'\n"
                 "ORDER BY duration_ns DESC\nLIMIT 100"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Counters"),
                 QT_TRANSLATE_NOOP("Words", "The range of values of each counter."),
                 "SELECT track, name, series, unit, count(*) AS n, min(value) AS least, max(value) AS greatest\n"
                 "FROM counters\nGROUP BY track, name, series"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Args of a name"),
                 QT_TRANSLATE_NOOP("Words", "Everything in the file about the first span with a name."),
                 "SELECT a.span_id, a.key, a.value\nFROM args a\n"
                 "WHERE a.span_id = (SELECT min(id) FROM kernels)"},
    QueryExample{QT_TRANSLATE_NOOP("Words", "Communication"),
                 QT_TRANSLATE_NOOP("Words", "Collectives by name: count and duration."),
                 "SELECT short_name, count(*) AS n, ms(sum(duration_ns)) AS ms, us(max(duration_ns)) AS longest_us\n"
                 "FROM kernels\nWHERE family = 'communication'\nGROUP BY short_name\nORDER BY ms DESC"},
};

}  // namespace

std::span<const QueryExample> queryExamples() {
  return examples;
}

}  // namespace kernline::ui
