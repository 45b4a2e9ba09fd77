#!/usr/bin/env python3
"""tools/pack_vectors.py FOLDER: tests/vectors/FOLDER/*.json.xz from ../shared/fixtures/FOLDER/*.json,
without their white space. tests/vec_json.h reads them."""
import json
import lzma
import pathlib
import sys

top = pathlib.Path(__file__).resolve().parent.parent
for folder in sys.argv[1:]:
    target = top / "tests" / "vectors" / folder
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted((top.parent / "shared" / "fixtures" / folder).glob("*.json")):
        text = json.dumps(json.loads(path.read_text()), separators=(",", ":"))
        packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
        (target / (path.name + ".xz")).write_bytes(packed)
