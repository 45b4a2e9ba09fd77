#!/bin/sh
# The programs as a user runs them. usage: tests/e2e/run.sh BUILD-FOLDER
# Makes the 2 KiB PoRep key once in build/e2e. Prints "not ok" for what fails; the last line has the totals.
set -u
cd "$(dirname "$0")/../.."
cuzk=$1/cuzk
dir=build/e2e
vec=tests/vectors
mkdir -p "$dir"
passed=0 failed=0 skipped=0

# check NAME WANTED-EXIT-CODE TEXT COMMAND...: exit code and a text in the output (either stream)
check() {
    name=$1 code=$2 text=$3
    shift 3
    "$@" > "$dir/out" 2> "$dir/err"
    got=$?
    if [ "$got" = "$code" ] && cat "$dir/out" "$dir/err" | grep -qF -- "$text"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok: $name: exit code $got (wanted $code), wanted text \"$text\", found:"
        cat "$dir/out" "$dir/err" | head -n 5
    fi
}
same() {
    if cmp -s "$2" "$3"; then passed=$((passed + 1)); else
        failed=$((failed + 1)); echo "not ok: $1: $2 and $3 differ"; fi
}
# flip FILE OFFSET COPY: a copy with one bit flipped
flip() {
    cp "$1" "$3"
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    printf "\\$(printf %o $((byte ^ 1)))" | dd of="$3" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

c1=$vec/demo/c1-2kib.json
id=stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f
params=$dir/v28-$id.params
vk=$dir/v28-$id.vk
params_sha=1651f9f6e0e245bf42875e82144952da459e83c1eaad57b8d170c3cd30638cd2
vk_sha=c40e04ebf27ec0aabf4911e07ce9b14291e4ed59a8da601c01ab8ee30547586f

# usage
check help 0 "verbs:" "$cuzk" --help
for verb in setup prove verify inspect circuit; do check "help $verb" 0 "usage: cuzk $verb" "$cuzk" "$verb" --help; done
check version 0 "cuzk 0." "$cuzk" version
check "unknown verb" 2 'did you mean "prove"' "$cuzk" prov
check "unknown option" 2 "did you mean --threads" "$cuzk" prove --threds 2
check "missing option" 2 "--c1 is missing" "$cuzk" prove --params "$dir"
check "bad size" 2 'found "3KiB"' "$cuzk" circuit --size 3KiB
check "bad scalar" 2 "wanted 64 hex digits" "$cuzk" prove --c1 $c1 --params "$dir" --insecure-r 12

# inspect
check "inspect c1" 0 "StackedDrg2KiBV1_1" "$cuzk" inspect $c1
check "inspect json" 0 '"partitions": 1' "$cuzk" inspect $c1 --json
check "inspect nothing" 4 "No such file" "$cuzk" inspect "$dir/none"
head -c 50000 $c1 > "$dir/cut.json"
check "inspect cut c1" 3 "cut.json" "$cuzk" inspect "$dir/cut.json"

# circuit
check "circuit" 0 39e6fcc9732137e7fb30335284b68e997ea03f1635b1ba3135bee7ad6233eb83 "$cuzk" circuit --size 2KiB
check "circuit witness" 0 eb2cd189d97436a4c4cb3936d7f92e596f3b1042962b8c9096de70dc2dda49fd \
    "$cuzk" circuit --size 2KiB --vanilla $c1

# sectors that nobody else sealed: largest miner id, sector 0, a sector number above 2^32
for ids in "9223372036854775807 0" "77 4294967303"; do
    set -- $ids
    check "seal miner $1 sector $2" 0 "comm_r" "${cuzk}-bench" gen sector --size 2KiB --seal --miner "$1" --sector "$2" --out "$dir/own.json"
    check "witness of miner $1 sector $2" 0 '"unsatisfied": 0' "$cuzk" circuit --size 2KiB --vanilla "$dir/own.json"
done

# setup: the reference's bytes
if ! { [ -f "$params" ] && [ -f "$vk" ]; }; then
    check setup 0 "$id.params" "$cuzk" setup --size 2KiB --out "$dir" --insecure-test-secrets
fi
check "params digest" 0 $params_sha sha256sum "$params"
check "vk digest" 0 $vk_sha sha256sum "$vk"
check "inspect params" 0 "Groth16 parameters" "$cuzk" inspect "$params"
check "inspect vk" 0 "verifying key" "$cuzk" inspect "$vk"

# prove with known r and s: the reference's proof
r=$(cat tests/e2e/v1_1-porep-p0.r) s=$(cat tests/e2e/v1_1-porep-p0.s)
check prove 0 "not zero-knowledge" "$cuzk" prove porep --c1 $c1 --params "$dir" --insecure-r "$r" --insecure-s "$s" --out "$dir/proof" 
od -An -v -tx1 "$dir/proof" | tr -d ' \n' > "$dir/proof.hex"
same "proof equals the reference's" "$dir/proof.hex" tests/e2e/v1_1-porep-p0.proof
check verify 0 "valid: 1 proof" "$cuzk" verify porep --c1 $c1 --vk "$dir" --proof "$dir/proof"
check "verify hex" 0 "valid: 1 proof" "$cuzk" verify --c1 $c1 --vk "$vk" --proof "$dir/proof.hex"
check "inspect proof" 0 "Groth16 proof" "$cuzk" inspect "$dir/proof"

# what must be refused
xz -dc $vec/sector-2kib/v1-c1.json.xz > "$dir/other.json"
xz -dc $vec/sector-2kib/ni-c1.json.xz > "$dir/ni.json"
for at in 1 60 150; do
    flip "$dir/proof" $at "$dir/bad"
    check "flipped bit at $at of the proof" 1 "proof" "$cuzk" verify --c1 $c1 --vk "$dir" --proof "$dir/bad"
done
check "another sector's C1" 1 "pairing equation" "$cuzk" verify --c1 "$dir/other.json" --vk "$dir" --proof "$dir/proof"
check "prove a partition" 0 "1 of 13 partitions" "$cuzk" prove --c1 "$dir/ni.json" --params "$dir" --partition 3 --out "$dir/p3"
check "verify a partition" 0 "valid: 1 proof" "$cuzk" verify --c1 "$dir/ni.json" --vk "$dir" --partition 3 --proof "$dir/p3"
check "swapped partitions" 1 "pairing equation" "$cuzk" verify --c1 "$dir/ni.json" --vk "$dir" --partition 4 --proof "$dir/p3"
head -c 100 "$dir/proof" > "$dir/short"
check "short proof" 3 "wanted a multiple of 192" "$cuzk" verify --c1 $c1 --vk "$dir" --proof "$dir/short"
head -c 1000000 "$params" > "$dir/cut.params"
check "cut params" 3 "do not fit" "$cuzk" prove --c1 $c1 --params "$dir/cut.params"
flip "$params" 700 "$dir/cut.params"
check "flipped bit in the key's head" 3 "delta_g2" "$cuzk" prove --c1 $c1 --params "$dir/cut.params"
flip "$params" 300000001 "$dir/cut.params"
check "flipped bit in the key" 5 "withheld" "$cuzk" prove --c1 $c1 --params "$dir/cut.params"
check "inspect checks points" 0 "in the group" "$cuzk" inspect --check $vec/groth16-small/cubic.params
flip $vec/groth16-small/cubic.params 2000 "$dir/small.params"
check "flipped bit found by inspect" 3 "offset" "$cuzk" inspect --check "$dir/small.params"
rm -f "$dir/cut.params"
sed 's/"seed":\[[0-9]*/"seed":[77/' $c1 > "$dir/seed.json"
check "wrong seed" 1 "challenge" "$cuzk" prove --c1 "$dir/seed.json" --params "$dir"

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
