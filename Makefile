# cuzk: the only build description. `make help` explains itself.
#   CC=gcc|clang, SAN=none|address|thread|fuzz (a build folder each), V=1 shows the commands
MAKEFLAGS += --no-builtin-rules
CC      ?= gcc
ifeq ($(origin CC),default)
CC      := gcc
endif
SAN     ?= none
Q       := $(if $(V),,@)
BUILD   := build/$(notdir $(CC))-$(SAN)
VERSION := 0.1.0

WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
           -Wundef -Wvla -Werror
CFLAGS  ?= -O3 -g1
# CPPFLAGS, CFLAGS and LDFLAGS are the caller's; what the code needs is added under other names.
CC_FLAGS := -std=c11 -D_GNU_SOURCE -DCUZK_VERSION='"$(VERSION)"' -Isrc -Iinclude -I. $(CPPFLAGS) \
           -fno-strict-overflow -pthread -fPIC $(WARN) -ffile-prefix-map=$(CURDIR)=. $(CFLAGS)
LD_FLAGS := -pthread $(LDFLAGS)
LDLIBS  := -lcrypto -lyajl -lpthread -lm

# Sanitizers change what the compilers can prove: warnings are judged in the plain builds.
ifneq ($(SAN),none)
CC_FLAGS += -Wno-error
endif
ifeq ($(SAN),address)
CC_FLAGS += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LD_FLAGS += -fsanitize=address,undefined
else ifeq ($(SAN),thread)
CC_FLAGS += -fsanitize=thread
LD_FLAGS += -fsanitize=thread
else ifeq ($(SAN),fuzz)
CC_FLAGS += -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LD_FLAGS += -fsanitize=address,undefined
else ifneq ($(SAN),none)
$(error SAN is none, address, thread or fuzz, not $(SAN))
endif

# CUDA is optional: where nvcc is, .cu files are compiled and the device layer is the real one.
NVCC      ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) $(shell command -v nvcc 2>/dev/null))
CU_SRC    := $(wildcard src/*/*.cu)

LIB_SRC   := $(sort $(wildcard src/*/*.c))
TEST_SRC  := $(sort $(wildcard tests/*.c))
CLI_SRC   := $(sort $(wildcard apps/cuzk*.c)) apps/cli.c apps/job_args.c apps/options.c
BENCH_SRC := $(sort $(wildcard apps/bench*.c)) apps/options.c
FUZZ_SRC  := $(sort $(wildcard tests/fuzz/fuzz_*.c))
LIB_OBJ   := $(LIB_SRC:%.c=$(BUILD)/%.o)
TEST_OBJ  := $(TEST_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ   := $(CLI_SRC:%.c=$(BUILD)/%.o)
BENCH_OBJ := $(BENCH_SRC:%.c=$(BUILD)/%.o)
FUZZ_BIN  := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/fuzz/%)
LIB       := $(BUILD)/libcuzk.a
FUZZ      := $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%)
FUZZ_OBJ  := $(FUZZ_SRC:%.c=$(BUILD)/%.o) $(BUILD)/tests/fuzz/replay.o
QUICK     := -k -slow/ -k -shapes/

PREFIX    ?= /usr/local
DESTDIR   ?=

.PHONY: all lib apps check test e2e check-slow check-shapes check-gpu asan tsan fuzz fuzz-build \
        fuzz-replay cuda fmt fmt-check fmt-check-if-here man-check layers lengths demo install uninstall \
        clean help check-long FORCE
.SECONDARY:
all: lib apps ## build the library and the programs
lib: $(LIB) ## the static library
apps: $(BUILD)/cuzk $(BUILD)/cuzk-bench ## the programs

# Changed flags rebuild everything.
FLAGS_NOW := $(CC) $(CC_FLAGS) $(LD_FLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','"'"',$(FLAGS_NOW))' | cmp -s - $@ || echo '$(subst ','"'"',$(FLAGS_NOW))' > $@
FORCE:

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(CC_FLAGS) -MMD -MP -c $< -o $@

$(LIB): $(LIB_OBJ)
	@rm -f $@
	$(Q)ar rcsD $@ $^

$(BUILD)/tests/run: $(TEST_OBJ) $(LIB)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LDLIBS) -llzma

$(BUILD)/cuzk: $(CLI_OBJ) $(LIB)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/cuzk-bench: $(BENCH_OBJ) $(LIB)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LDLIBS)

# Make goes on over failures here and the totals say so: tools/run_steps adds up.
CHECKS    := layers lengths fmt-check-if-here test e2e fuzz-replay
check: ## all tests but the long ones; the last line has the totals
	@+MAKE='$(MAKE)' tools/run_steps $(CHECKS)
check-long: ## all tests, also those that take minutes
	@+MAKE='$(MAKE)' tools/run_steps $(CHECKS) check-slow check-shapes
test: $(BUILD)/tests/run ## the unit tests (T="-k filter")
	$(BUILD)/tests/run $(if $(T),$(T),$(QUICK))
e2e: apps ## the programs as a user runs them, with a real key (a minute)
	tests/e2e/run.sh $(BUILD)
check-slow: $(BUILD)/tests/run ## tests that are too slow for every day
	$(BUILD)/tests/run -k ^slow/
check-shapes: $(BUILD)/tests/run ## the circuits of 32 and 64 GiB, digest by digest
	$(BUILD)/tests/run -k ^shapes/
check-gpu: ## tests on a device (there is no device code yet)
	@echo "check-gpu: there is no device code yet"; echo "0 passed, 0 failed, 0 skipped"

asan: ## unit tests under AddressSanitizer and UBSan
	$(MAKE) CC=$(CC) SAN=address test T="$(if $(T),$(T),$(QUICK))"
tsan: ## unit tests with threads under ThreadSanitizer
	$(MAKE) CC=$(CC) SAN=thread test T="$(if $(T),$(T),$(QUICK))"

# Fuzzing: clang's libFuzzer with the sanitizers; found inputs stay in build/fuzz-found.
FUZZ_SECONDS ?= 20
fuzz: ## run every fuzz target for FUZZ_SECONDS (20)
	$(MAKE) CC=clang SAN=fuzz fuzz-build
	@for f in $(FUZZ); do mkdir -p build/fuzz-found/$$f; echo "fuzz $$f, $(FUZZ_SECONDS) s"; \
	  build/clang-fuzz/fuzz/fuzz_$$f -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
	  -verbosity=0 -artifact_prefix=build/fuzz-found/$$f- build/fuzz-found/$$f \
	  tests/fuzz/corpus_$$f || exit 1; done
	@echo "$(words $(FUZZ)) passed, 0 failed, 0 skipped"
fuzz-build: $(FUZZ_BIN)
ifeq ($(SAN),fuzz)
$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LD_FLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)
else
$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/replay.o $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LDLIBS)
endif
fuzz-replay: fuzz-build ## the fuzz targets over their corpora, with any compiler
	@for f in $(FUZZ); do $(BUILD)/fuzz/fuzz_$$f tests/fuzz/corpus_$$f || exit 1; done
	@echo "$(words $(FUZZ)) passed, 0 failed, 0 skipped"

cuda: ## compile the device code, if nvcc is here
	@for f in $(CU_SRC); do mkdir -p build/cuda; echo "nvcc $$f"; \
	  $(NVCC) -std=c++17 -O3 -arch=sm_90 --Werror all-warnings -Isrc -c $$f \
	  -o build/cuda/$$(basename $$f).o || exit 1; done

layers: ## includes point down only
	tools/check_layers
lengths: ## bodies and files stay short
	tools/check_lengths

FMT_SRC = $(wildcard src/*/*.[ch] src/*/*.inc src/*/*.cu src/*/*.cuh apps/*.[ch] tests/*.[ch] \
            tests/*.inc tests/*/*.[ch] include/*.h)
fmt: ## format all sources
	clang-format -i $(FMT_SRC)
fmt-check: ## formatted?
	clang-format --dry-run -Werror $(FMT_SRC)
fmt-check-if-here:
	@if command -v clang-format >/dev/null; then $(MAKE) fmt-check; \
	else echo "format: not checked, there is no clang-format here"; fi
man-check: ## man pages well formed?
	@for f in docs/man/*.1; do mandoc -T lint -W warning $$f || exit 1; done; echo "man pages: ok"

demo: ## install what is missing, build, prove and verify a real 2 KiB sector
	tools/demo

install: apps ## programs and man pages (the library's public header is not ready)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BUILD)/cuzk $(BUILD)/cuzk-bench $(DESTDIR)$(PREFIX)/bin
	install -m 644 docs/man/cuzk.1 docs/man/cuzk-bench.1 $(DESTDIR)$(PREFIX)/share/man/man1
uninstall: ## remove what install put there
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/cuzk bin/cuzk-bench share/man/man1/cuzk.1 \
	  share/man/man1/cuzk-bench.1)

clean: ## remove build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 24

-include $(LIB_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(BENCH_OBJ:.o=.d) $(FUZZ_OBJ:.o=.d)
