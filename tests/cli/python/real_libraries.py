# SPDX-License-Identifier: GPL-3.0-or-later
"""Run by hand where pyarrow, pandas, polars, duckdb or a PyTorch with a GPU are installed, which no test needs: what they
make of tables, and what the handler makes of torch.profiler.

Usage: python real_libraries.py TRACE FOLDER
"""
import importlib
import sys
from pathlib import Path

import kernline
import kernline.torch


def with_pyarrow(pyarrow, trace):
    for name in ("spans", "kernels", "operators", "launches", "steps", "counters", "memory"):
        table = trace.table(name)
        read = pyarrow.table(table)
        read.validate(full=True)
        assert read.to_pydict() == table.to_dict(), name
        assert read.schema.metadata[b"kernline.table"] == name.encode()


def with_pandas(pandas, trace):
    frame = pandas.DataFrame.from_arrow(trace.kernels())
    assert list(frame["duration_ns"]) == trace.kernels()["duration_ns"]


def with_polars(polars, trace):
    frame = polars.DataFrame(trace.spans())
    assert frame["name"].cast(polars.String).to_list() == trace.spans()["name"]


def with_duckdb(duckdb, trace):
    kernels = trace.kernels()  # found by its name
    assert duckdb.sql("SELECT sum(duration_ns) FROM kernels").fetchone() == (sum(kernels["duration_ns"]),)


def with_torch(torch, folder):
    model = torch.nn.Sequential(torch.nn.Linear(2048, 2048), torch.nn.GELU(), torch.nn.Linear(2048, 2048)).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    torch.cuda.memory._record_memory_history()
    with torch.profiler.profile(on_trace_ready=kernline.torch.handler(folder), record_shapes=True, profile_memory=True,
                                schedule=torch.profiler.schedule(wait=1, warmup=1, active=3)) as profiler:
        for _ in range(5):
            optimizer.zero_grad()
            model(torch.randn(512, 2048, device="cuda")).square().mean().backward()
            optimizer.step()
            profiler.step()
    assert len(kernline.open(folder / "rank0-step5.json.gz").kernels()) > 0
    assert kernline.open(folder / "rank0-step5.pickle").memory()["devices"]
    assert (folder / "digests" / "rank0-step5.json.gz.digest.json.gz").exists()


def main():
    trace, folder = kernline.open(sys.argv[1]), Path(sys.argv[2])
    for name, check in (("pyarrow", with_pyarrow), ("pandas", with_pandas), ("polars", with_polars),
                        ("duckdb", with_duckdb), ("torch", with_torch)):
        try:
            library = importlib.import_module(name)
        except ImportError:
            print(f"{name}: not installed")
            continue
        check(library, folder if name == "torch" else trace)
        print(f"{name} {library.__version__}: fine")


if __name__ == "__main__":
    main()
