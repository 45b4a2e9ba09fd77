#!/usr/bin/env python3
"""Writes tests/vectors/shapes/shapes.txt and witnesses.txt from the JSON records of the fixtures.

usage: tools/gen_shape_vectors.py ../shared/fixtures
One line a circuit: name, inputs, aux, constraints, non-zeros of A B C, density of a (inputs, aux) and b, SHA-256
of the constraints, of the density bitmaps a_aux, b_inputs, b_aux, then the last checkpoint (rows:hash8).
"""
import glob, json, os, sys

root = sys.argv[1]
out = os.path.join(os.path.dirname(__file__), "..", "tests", "vectors", "shapes")

def shape_line(d):
    k = d["density"]
    rows, digest = d["checkpoints"][-1] if d["checkpoints"] else (0, "-")
    return " ".join(str(x) for x in (
        d["name"], d["num_inputs"], d["num_aux"], d["num_constraints"], d["nnz_a"], d["nnz_b"], d["nnz_c"],
        k["a_inputs"], k["a_aux"], k["b_inputs"], k["b_aux"], d["constraints_sha256"],
        k["a_aux_bitmap_sha256"], k["b_inputs_bitmap_sha256"], k["b_aux_bitmap_sha256"], f"{rows}:{digest}"))

with open(os.path.join(out, "shapes.txt"), "w") as f:
    for path in sorted(glob.glob(os.path.join(root, "shapes", "*.json"))):
        f.write(shape_line(json.load(open(path))) + "\n")

with open(os.path.join(out, "witnesses.txt"), "w") as f:
    for folder in sorted(os.listdir(root)):
        for path in sorted(glob.glob(os.path.join(root, folder, "*.json"))):
            d = json.load(open(path))
            if not isinstance(d, dict) or "witness" not in d or folder in ("gadgets", "circuits-2kib"):
                continue
            w = d["witness"]
            f.write(f"{folder}/{d['name']} {w['inputs_sha256']} {w['aux_sha256']} {w['aux_zero_or_one']}\n")
