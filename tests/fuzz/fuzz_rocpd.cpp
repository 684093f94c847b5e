// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a database of ROCm's profilers: no crash, no hang, and the trace keeps its promises. The second byte
// says which of them; see database_bytes.h for the rest.
#include "core/import/rocpd/read_rocpd.h"
#include "tests/fuzz/database_bytes.h"
#include "tests/fuzz/fuzzed_trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace kernline::fuzz;

constexpr const char* rocpdSchema = R"(
CREATE TABLE rocpd_string_a (id INTEGER PRIMARY KEY, string TEXT);
INSERT INTO rocpd_string_a VALUES (1, 'HIP_RUNTIME_API'), (2, 'hipLaunchKernel'), (3, 'MARKER_CORE_API'),
  (4, 'MEMORY_COPY_HOST_TO_DEVICE'), (5, 'hipGraphLaunch');
CREATE TABLE rocpd_info_agent_a (id INTEGER PRIMARY KEY, nid, type, type_index, name, extdata);
INSERT INTO rocpd_info_agent_a VALUES (1, 1, 'GPU', 0, 'gfx942', '{"cu_count": 304}'), (2, 1, 'CPU', 0, '', '{}');
CREATE TABLE rocpd_info_process_a (id INTEGER PRIMARY KEY, pid, command);
CREATE TABLE rocpd_info_thread_a (id INTEGER PRIMARY KEY, tid, pid, name);
CREATE TABLE rocpd_info_kernel_symbol_a (id INTEGER PRIMARY KEY, display_name, kernel_name, arch_vgpr_count);
INSERT INTO rocpd_info_kernel_symbol_a VALUES (1, 'kernel()', '_Z6kernelv.kd', 8);
CREATE TABLE rocpd_info_pmc_a (id INTEGER PRIMARY KEY, name, units, agent_id);
INSERT INTO rocpd_info_pmc_a VALUES (1, 'SQ_WAVES', '', 1);
CREATE TABLE rocpd_track_a (id INTEGER PRIMARY KEY, pid, tid, agent_id, queue_id, stream_id, name_id);
CREATE TABLE rocpd_timestamp_a (id INTEGER PRIMARY KEY, value);
INSERT INTO rocpd_timestamp_a VALUES (1, 100), (2, 200);
CREATE TABLE rocpd_event_a (id INTEGER PRIMARY KEY, category_id, stack_id, extdata);
INSERT INTO rocpd_event_a VALUES (1, 1, 1, '{}'), (2, 3, 2, '{"message": "step"}');
CREATE TABLE rocpd_arg_a (id INTEGER PRIMARY KEY, event_id, name, value);
INSERT INTO rocpd_arg_a VALUES (1, 1, 'stream', '0x0'), (2, 1, 'size', '4');
CREATE TABLE rocpd_pmc_event_a (id INTEGER PRIMARY KEY, event_id, pmc_id, value);
CREATE TABLE rocpd_region_a (id INTEGER PRIMARY KEY, pid, tid, start, "end", name_id, event_id, track_id, start_id,
  end_id);
INSERT INTO rocpd_region_a VALUES (1, 7, 7, 10, 20, 2, 1, NULL, NULL, NULL);
CREATE TABLE rocpd_kernel_dispatch_a (id INTEGER PRIMARY KEY, pid, tid, agent_id, queue_id, stream_id, start, "end",
  kernel_id, event_id, grid_size_x, grid_size_y, grid_size_z, workgroup_size_x, workgroup_size_y, workgroup_size_z);
INSERT INTO rocpd_kernel_dispatch_a VALUES (1, 7, 7, 1, 0, 0, 30, 40, 1, 1, 64, 1, 1, 64, 1, 1);
CREATE TABLE rocpd_memory_copy_a (id INTEGER PRIMARY KEY, start, "end", name_id, dst_agent_id, src_agent_id, size,
  event_id);
CREATE TABLE rocpd_memory_allocate_a (id INTEGER PRIMARY KEY, start, "end", type, level, address, size, agent_id);
CREATE TABLE rocpd_sample_a (id INTEGER PRIMARY KEY, track_id, timestamp, event_id);
)";
constexpr std::array<Filled, 11> rocpdFilled{{{"rocpd_region_a", 10},
                                              {"rocpd_kernel_dispatch_a", 16},
                                              {"rocpd_memory_copy_a", 8},
                                              {"rocpd_memory_allocate_a", 8},
                                              {"rocpd_sample_a", 4},
                                              {"rocpd_pmc_event_a", 4},
                                              {"rocpd_event_a", 4},
                                              {"rocpd_track_a", 7},
                                              {"rocpd_timestamp_a", 2},
                                              {"rocpd_info_agent_a", 6},
                                              {"rocpd_arg_a", 4}}};

constexpr const char* rpdSchema = R"(
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT);
INSERT INTO rocpd_string VALUES (1, 'hipLaunchKernel'), (2, 'UserMarker'), (3, 'KernelExecution'), (4, 'kernel()'),
  (5, 'CopyHostToDevice'), (6, 'hipGraphLaunch');
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid, tid, start, "end", apiName_id, args_id);
INSERT INTO rocpd_api VALUES (1, 7, 7, 10, 20, 1, 0), (2, 7, 7, 5, 60, 2, 4);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId, queueId, start, "end", description_id, opType_id);
INSERT INTO rocpd_op VALUES (1, 0, 0, 30, 40, 4, 3);
CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id, op_id);
INSERT INTO rocpd_api_ops VALUES (1, 1, 1);
CREATE TABLE rocpd_kernelapi (api_ptr_id INTEGER PRIMARY KEY, gridX, gridY, gridZ, workgroupX, workgroupY, workgroupZ);
CREATE TABLE rocpd_copyapi (api_ptr_id INTEGER PRIMARY KEY, size);
CREATE TABLE rocpd_monitor (id INTEGER PRIMARY KEY, deviceId, monitorType, start, value);
CREATE TABLE rocpd_counter (id INTEGER PRIMARY KEY, value, op_id, name_id);
CREATE TABLE ext_autogradapi (api_ptr_id INTEGER PRIMARY KEY, autogradName_id);
)";
constexpr std::array<Filled, 7> rpdFilled{{{"rocpd_api", 7},
                                           {"rocpd_op", 7},
                                           {"rocpd_api_ops", 3},
                                           {"rocpd_kernelapi", 7},
                                           {"rocpd_monitor", 5},
                                           {"rocpd_counter", 4},
                                           {"ext_autogradapi", 2}}};

constexpr const char* rocprofSchema = R"(
CREATE TABLE HIP (BeginNs, EndNs, pid, tid, Name, args, "Index");
CREATE TABLE OPS (BeginNs, EndNs, "dev-id", pid, "stream-id", Name, "Index");
CREATE TABLE KERN (BeginNs, EndNs, KernelName, "gpu-id", "queue-id", grd, wgr);
CREATE TABLE rocTX (BeginNs, EndNs, pid, tid, Name);
)";
constexpr std::array<Filled, 4> rocprofFilled{{{"HIP", 7}, {"OPS", 7}, {"KERN", 7}, {"rocTX", 5}}};

std::string bytesFor(std::uint8_t kind, Bytes data) {
  switch (kind % 3) {
    case 0:
      return databaseOf(rocpdSchema, rocpdFilled, data);
    case 1:
      return databaseOf(rpdSchema, rpdFilled, data);
    default:
      return databaseOf(rocprofSchema, rocprofFilled, data);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const auto trace = kernline::rocpd::readRocpdBytes(bytesFor(data[0], {data + 1, size - 1}));
  kernline::fuzz::expectAnswer(trace);
  return 0;
}
