#!/usr/bin/env python3
"""Writes tests/vectors/update/*.json.xz from the sector update fixtures.

usage: tools/gen_update_vectors.py ../shared/fixtures
FOLDER.json: registered proof, h, commitments, partitions (vanilla proof in hex, public inputs, name of the witness record
and, where a key was made, r, s and the proof). Of sparse sectors only the first partition is kept.
semantics.json, public-inputs.json: filecoin/update.json and update-public-inputs.json as they are.
"""
import json, lzma, os, sys

root = sys.argv[1]
out = os.path.join(os.path.dirname(__file__), "..", "tests", "vectors", "update")
os.makedirs(out, exist_ok=True)


def write(name, value):
    text = json.dumps(value, separators=(",", ":")).encode()
    packed = lzma.compress(text, format=lzma.FORMAT_XZ, preset=9 | lzma.PRESET_EXTREME)
    with open(os.path.join(out, name + ".json.xz"), "wb") as f:
        f.write(packed)


def load(*path):
    with open(os.path.join(root, *path)) as f:
        return json.load(f)


def case(folder, m, proof, partitions):
    return {"name": folder, "registered_proof": proof, "h": m["h"], "comm_r_old": m["comm_r_old"],
            "comm_r_new": m["comm_r_new"], "comm_d_new": m["comm_d_new"], "partitions": partitions}


def sealed(folder):
    m, parts = load(folder, "v1_1-meta.json")["update"], []
    for p in m["partitions"]:
        k = p["partition"]
        with open(os.path.join(root, folder, f"v1_1-update-p{k}.vproof"), "rb") as f:
            part = {"vanilla": f.read().hex(), "inputs": p["public_inputs_le"]}
        if os.path.exists(os.path.join(root, folder, f"v1_1-update-p{k}.json")):
            part["witness"] = f"{folder}/v1_1-update-p{k}"
        if p.get("proof"):
            part |= {"r": p["proof"]["r_le"], "s": p["proof"]["s_le"], "proof": p["proof"]["proof_hex"]}
        parts.append(part)
    write(folder, case(folder, m, m["registered_update_proof"], parts))


def sparse(folder):
    m = load(folder, "meta.json")
    with lzma.open(os.path.join(root, folder, "update-vanilla-partition0.bin.xz")) as f:
        part = {"vanilla": f.read().hex(), "inputs": m["partitions"][0]["public_inputs_le_hex"]}
    if os.path.exists(os.path.join(root, folder, f"{folder}-partition0.json")):
        part["witness"] = f"{folder}/{folder}-partition0"
    write(folder, case(folder, m, m["registered_proof"], [part]))


sealed("sector-2kib")
sealed("sector-8mib")
for size in ("512mib", "32gib", "64gib"):
    sparse(f"update-{size}")
write("semantics", load("filecoin", "update.json"))
write("public-inputs", load("filecoin", "update-public-inputs.json"))
