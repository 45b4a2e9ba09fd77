# cuzk: the only build description. `make help` explains itself.
#   V=1 shows commands, CC=gcc|clang   SAN=address|thread|fuzz (own build folder each)   JOBS via make -j
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
LDLIBS  := -lcrypto -lyajl -llzma -lpthread -lm

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

LIB_SRC   := $(wildcard src/*/*.c)
TEST_SRC  := $(wildcard tests/*.c)
LIB_OBJ   := $(LIB_SRC:%.c=$(BUILD)/%.o)
TEST_OBJ  := $(TEST_SRC:%.c=$(BUILD)/%.o)

.PHONY: all lib apps check test fmt fmt-check layers clean help
all: lib apps ## build the library and the programs
lib: $(BUILD)/libcuzk.a ## static library
apps:

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/libcuzk.a: $(LIB_OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/tests/run: $(TEST_OBJ) $(BUILD)/libcuzk.a
	$(Q)$(CC) $(LDFLAGS) -o $@ $(TEST_OBJ) $(BUILD)/libcuzk.a $(LDLIBS)

test: $(BUILD)/tests/run ## build and run the test binary (T="-k filter")
	$(BUILD)/tests/run $(T)

layers: ## includes point down only
	tools/check_layers

FMT_SRC = $(wildcard src/*/*.[ch] src/*/*.inc src/*/*.cu src/*/*.cuh apps/*.[ch] apps/*/*.[ch] tests/*.[ch] tests/*/*.[ch] include/*.h)
fmt: ## format all sources
	clang-format -i $(FMT_SRC)
fmt-check: ## formatted?
	clang-format --dry-run -Werror $(FMT_SRC)

check: layers test ## all tests

clean: ## remove build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

-include $(LIB_OBJ:.o=.d) $(TEST_OBJ:.o=.d)
