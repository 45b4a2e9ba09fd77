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
CPPFLAGS += -D_GNU_SOURCE -DCUZK_VERSION='"$(VERSION)"' -Isrc -Iinclude -I.
CFLAGS  += -std=c11 -fno-strict-overflow -pthread -fPIC $(WARN)
LDLIBS  := -lcrypto -lyajl -lpthread -lm

# Sanitizers change what the compilers can prove: warnings are judged in the plain builds.
ifneq ($(SAN),none)
CC_FLAGS += -Wno-error
endif
ifeq ($(SAN),address)
CFLAGS  += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
else ifeq ($(SAN),thread)
CFLAGS  += -fsanitize=thread
LDFLAGS += -fsanitize=thread
else ifeq ($(SAN),fuzz)
CFLAGS  += -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LDFLAGS += -fsanitize=address,undefined
else ifneq ($(SAN),none)
$(error SAN is none, address, thread or fuzz, not $(SAN))
endif

# CUDA is optional: where nvcc is, .cu files are compiled and the device layer is the real one.
NVCC      ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) $(shell command -v nvcc 2>/dev/null))
CU_SRC    := $(wildcard src/*/*.cu)

LIB_SRC   := $(wildcard src/*/*.c)
TEST_SRC  := $(wildcard tests/*.c)
CLI_SRC   := $(wildcard apps/cuzk*.c) apps/cli.c apps/job_args.c apps/options.c
BENCH_SRC := $(wildcard apps/bench*.c) apps/options.c
FUZZ_SRC  := $(wildcard tests/fuzz/fuzz_*.c)
LIB_OBJ   := $(LIB_SRC:%.c=$(BUILD)/%.o)
TEST_OBJ  := $(TEST_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ   := $(CLI_SRC:%.c=$(BUILD)/%.o)
BENCH_OBJ := $(BENCH_SRC:%.c=$(BUILD)/%.o)
FUZZ_BIN  := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/fuzz/%)
LIB       := $(BUILD)/libcuzk.a
QUICK     := -k -slow/ -k -shapes/

PREFIX    ?= /usr/local
DESTDIR   ?=

.PHONY: all lib apps check test e2e check-slow check-shapes check-gpu asan tsan fuzz fuzz-build \
        fuzz-replay cuda fmt fmt-check layers lengths demo install uninstall clean help
.SECONDARY:
all: lib apps ## build the library and the programs
lib: $(LIB) ## the static library
apps: $(BUILD)/cuzk $(BUILD)/cuzk-bench ## the programs

# Changed flags rebuild everything.
FLAGS_NOW := $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','"'"',$(FLAGS_NOW))' | cmp -s - $@ || echo '$(subst ','"'"',$(FLAGS_NOW))' > $@
FORCE:

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(LIB): $(LIB_OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/tests/run: $(TEST_OBJ) $(LIB)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) -llzma

$(BUILD)/cuzk: $(CLI_OBJ) $(LIB)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/cuzk-bench: $(BENCH_OBJ) $(LIB)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

check: layers lengths test e2e fuzz-replay ## all tests but the long ones
test: $(BUILD)/tests/run ## the unit tests (T="-k filter")
	$(BUILD)/tests/run $(if $(T),$(T),$(QUICK))
e2e: apps ## the programs as a user runs them, with a real key (a minute)
	tests/e2e/run.sh $(BUILD)
check-slow: $(BUILD)/tests/run ## tests with real keys: setup and proofs equal to the reference
	$(BUILD)/tests/run -k ^slow/
check-shapes: $(BUILD)/tests/run ## every circuit at every size, digest by digest (minutes)
	$(BUILD)/tests/run -k ^shapes/
check-gpu: ## tests on a device
	@echo "check-gpu: there is no device code yet"; echo "0 passed, 0 failed, 0 skipped"

asan: ## unit tests under AddressSanitizer and UBSan
	$(MAKE) CC=$(CC) SAN=address test T="$(if $(T),$(T),$(QUICK))"
tsan: ## unit tests with threads under ThreadSanitizer
	$(MAKE) CC=$(CC) SAN=thread test T="$(if $(T),$(T),$(QUICK))"

# Fuzzing: clang's libFuzzer with the sanitizers; SECONDS a target.
FUZZ_SECONDS ?= 20
fuzz: ## run every fuzz target for FUZZ_SECONDS
	$(MAKE) CC=clang SAN=fuzz fuzz-build
	@for f in $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%); do mkdir -p build/fuzz-found/$$f; \
	  echo "fuzz $$f"; build/clang-fuzz/fuzz/fuzz_$$f -max_total_time=$(FUZZ_SECONDS) -timeout=10 \
	  -rss_limit_mb=2048 -print_final_stats=0 -verbosity=0 -artifact_prefix=build/fuzz-found/ \
	  build/fuzz-found/$$f tests/fuzz/corpus_$$f || exit 1; done
fuzz-build: $(FUZZ_BIN)
ifeq ($(SAN),fuzz)
$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)
else
$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/replay.o $(LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
endif
fuzz-replay: fuzz-build ## the fuzz targets over their corpora
	@for f in $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%); do \
	  $(BUILD)/fuzz/fuzz_$$f tests/fuzz/corpus_$$f || exit 1; done

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

demo: ## install what is missing, build, prove and verify a real 2 KiB sector
	tools/demo

install: apps ## programs, library, header, man pages
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BUILD)/cuzk $(BUILD)/cuzk-bench $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(LIB) $(DESTDIR)$(PREFIX)/lib
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/cuzk $(DESTDIR)$(PREFIX)/bin/cuzk-bench
	rm -f $(DESTDIR)$(PREFIX)/lib/libcuzk.a $(DESTDIR)$(PREFIX)/share/man/man1/cuzk*.1

clean: ## remove build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 24

-include $(LIB_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(BENCH_OBJ:.o=.d)
