#!/usr/bin/env python3
"""Writes tests/vectors/gadgets/gadgets.txt from the gadget listings of the published fixtures.

usage: gen_gadget_vectors.py FIXTURES/gadgets > tests/vectors/gadgets/gadgets.txt

Of every listing it keeps what a test needs: counts and digests, the operands (what our gadgets take
as advice, in order of allocation) and the variables of the result. The format is described in
tests/vectors/gadgets/README.md.
"""
import json
import lzma
import os
import re
import sys

R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
CIRCUITS = {"fallback-post-1-sector-1-challenges", "fallback-post-1-sector-2-challenges",
            "empty-sector-update-2kib", "stacked-2kib-one-challenge"}


def value(text):
    """Number of a listing as 64 hex digits, little-endian."""
    if len(text) == 64:
        return text
    return (int(text) % R).to_bytes(32, "little").hex()


def is_bit_operand(gadget, path):
    if not path.endswith("/boolean"):
        return False
    if gadget == "field-into-bits":
        return True
    if gadget == "bit-alloc-conditionally" and path.startswith("c/"):
        return False
    return not re.search(r"bits/bit|num.into.bits|result bit", path)


def is_field_operand(gadget, path):
    if gadget == "num-lc":
        return False
    return bool(re.fullmatch(r"[^/]*/num|.*/path element \d+/num|.*/ephemeral inverse", path))


def read(folder, name):
    plain = os.path.join(folder, name + ".txt")
    if os.path.exists(plain):
        with open(plain, encoding="ascii") as f:
            return f.read().splitlines()
    with lzma.open(plain + ".xz", "rt", encoding="ascii") as f:
        return f.read().splitlines()


def result_words(line):
    if "->" in line:
        words = line.split("->")[1].split()
    elif re.match(r"# (result|digest bits|sum2? bits|to_bits_be)", line):
        words = line.split()
    else:
        return []
    return [w for w in words if re.fullmatch(r"!?x\d+|0|1", w)]


def main():
    folder = sys.argv[1]
    with open(os.path.join(folder, "summary.json"), encoding="ascii") as f:
        summary = json.load(f)
    for s in summary:
        name = s["name"]
        if name in CIRCUITS:
            continue
        bits, fields, results, operands, message, mask = "", [], [], set(), None, set()
        for line in read(folder, name):
            if line.startswith("#"):
                results += result_words(line)
                m = re.match(r"# message (\S*) sha256", line)
                if m:
                    message = m[1]
                continue
            m = re.match(r"V (\S+) (\S+) (.*)", line)
            if not m:
                continue
            if is_bit_operand(name, m[3]):
                bits += m[2]
                operands.add(m[1])
                m = re.match(r"in (\d+)/", m[3])
                if m:
                    mask.add(int(m[1]))
            elif is_field_operand(name, m[3]):
                fields.append(value(m[2]))
                operands.add(m[1])
        d, w = s["density"], s["witness"]
        print("gadget", name)
        print("size", s["num_inputs"], s["num_aux"], s["num_constraints"], s["nnz_a"], s["nnz_b"],
              s["nnz_c"], d["a_inputs"], d["a_aux"], d["b_inputs"], d["b_aux"],
              w["aux_zero_or_one"])
        print("constraints", s["constraints_sha256"])
        print("inputs", w["inputs_sha256"])
        print("aux", w["aux_sha256"])
        print("density", d["a_aux_bitmap_sha256"], d["b_inputs_bitmap_sha256"],
              d["b_aux_bitmap_sha256"])
        if bits:
            print("bits", bits)
        for f in fields:
            print("field", f)
        if message is not None:
            n = len(message) // 2 * 8
            if n:
                print("message", message)
            if n and len(mask) not in (0, n):
                print("variable", "".join("1" if i in mask else "0" for i in range(n)))
        if results:
            print("results", " ".join(results))
        # results that are not operands: changing one of them must be noticed
        computed = sorted({int(r.lstrip("!x")) for r in results if "x" in r} -
                          {int(v[1:]) for v in operands if v[0] == "x"})
        if computed:
            print("computed", " ".join(map(str, computed[:: max(1, len(computed) // 4)])))
        print("end")


main()
