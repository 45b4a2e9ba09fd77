#!/usr/bin/env python3
"""Writes tests/vectors/post/*.json.xz from the PoSt fixtures.

usage: tools/gen_post_vectors.py ../shared/fixtures
FOLDER.json: one entry a PoSt: registered proof, randomness, sectors (id, comm_r, challenges, the vanilla proof in
hex), partitions (name of the witness record, number and SHA-256 of the public inputs and, where a key was
made, r, s and the proof). challenges.json and public-inputs.json: filecoin/post-*.json as they are.
"""
import hashlib, json, lzma, os, sys

root = sys.argv[1]
out = os.path.join(os.path.dirname(__file__), "..", "tests", "vectors", "post")
os.makedirs(out, exist_ok=True)


def write(name, value):
    text = json.dumps(value, separators=(",", ":")).encode()
    packed = lzma.compress(text, format=lzma.FORMAT_XZ, preset=9 | lzma.PRESET_EXTREME)
    with open(os.path.join(out, name + ".json.xz"), "wb") as f:
        f.write(packed)


def load(*path):
    with open(os.path.join(root, *path)) as f:
        return json.load(f)


def sector(folder, id, s):
    with open(os.path.join(root, folder, s["file"]), "rb") as f:
        blob = f.read()
    return {"id": id, "comm_r": s["comm_r"], "challenges": s["challenges"], "vanilla": blob.hex()}


def inputs(elements):
    return {"n_inputs": len(elements), "inputs_sha256": hashlib.sha256(bytes.fromhex("".join(elements))).hexdigest()}


def sealed(folder):
    meta, cases = load(folder, "v1_1-meta.json"), []
    for kind in ("winning_post", "window_post_v1", "window_post_v1_2"):
        m = meta[kind]
        parts = []
        for p in m["partitions"]:
            part = inputs(p["public_inputs_le"])
            part["witness"] = f"{folder}/v1_1-{kind}-p{p['partition']}"
            if "proof" in p:
                part |= {"r": p["proof"]["r_le"], "s": p["proof"]["s_le"], "proof": p["proof"]["proof_hex"]}
            parts.append(part)
        cases.append({"name": f"{folder}/{kind}", "registered_proof": m["registered_post_proof"],
                      "randomness": m["randomness"], "partitions": parts,
                      "sectors": [sector(folder, v["sector_number"], v) for v in m["vanilla_proofs"]]})
    write(folder, cases)


def sparse(folder):
    meta, size, cases = load(folder, "meta.json"), folder[5:], []
    m = meta["winning"]
    part = inputs(m["public_inputs_le_hex"])
    part["witness"] = f"{folder}/winning_post-{size}"
    cases.append({"name": f"{folder}/winning", "registered_proof": m["registered_proof"],
                  "randomness": m["randomness"], "partitions": [part],
                  "sectors": [sector(folder, m["sector"]["sector_id"], m["sector"])]})
    m = meta["window"]
    parts = []
    for p, (n, digest) in enumerate(zip(m["public_inputs_count"], m["public_inputs_le_sha256"])):
        part = {"n_inputs": n, "inputs_sha256": digest}
        if os.path.exists(os.path.join(root, folder, f"window_post-{size}-partition{p}.json")):
            part["witness"] = f"{folder}/window_post-{size}-partition{p}"
        parts.append(part)
    cases.append({"name": f"{folder}/window", "registered_proof": m["registered_proof"],
                  "randomness": m["randomness"], "partitions": parts,
                  "sectors": [sector(folder, s["sector_id"], s) for s in m["sectors"]]})
    write(folder, cases)


sealed("sector-2kib")
sealed("sector-8mib")
for name in ("post-512mib", "post-32gib", "post-64gib"):
    sparse(name)
write("challenges", load("filecoin", "post-challenges.json"))
write("public-inputs", load("filecoin", "post-public-inputs.json"))
