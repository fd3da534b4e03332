# Two commands do all set-up on a fresh Debian 12 machine: `make run` and `make test`. Everything is built below build/.
SHELL := /bin/sh
BUILD := build/dev
JOBS := $(shell nproc)
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PREFIX ?= /usr/local
SECONDS ?= 60
CCACHE := $(shell command -v ccache)
CMAKE_FLAGS := $(if $(CCACHE),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_mtime,include_file_ctime

BUILD_PACKAGES := g++ cmake ninja-build git python3 libfmt-dev nlohmann-json3-dev libcli11-dev libfyaml-dev libibverbs-dev \
  zlib1g-dev libzstd-dev protobuf-compiler libprotobuf-dev
LAB_PACKAGES := qemu-system-x86 busybox-static cpio kmod xz-utils iproute2 rdma-core ibverbs-utils ibverbs-providers perftest \
  libcap2-bin util-linux gcc
TEST_PACKAGES := libgtest-dev libgmock-dev python3-yaml python3-jsonschema binutils clang-19 libclang-rt-19-dev lld-19 python3-torch libcap2-bin \
  util-linux openmpi-bin libopenmpi-dev openssl xz-utils python3-grpcio
LINT_PACKAGES := clang-format-19 clang-tidy-19 clang-19
BENCH_PACKAGES := libbenchmark-dev ibverbs-utils time

.PHONY: all build run test lab lint alone configured format format-check bench fuzz install docs deps-build deps-lab deps-test deps-lint deps-bench clean

all: build

# $(call packages,LIST): installs what is missing and says nothing where all is there.
packages = @missing=$$(for package in $(1); do dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || printf '%s ' $$package; done); \
  if [ -n "$$missing" ]; then echo "installing $$missing"; $(SUDO) apt-get update -qq && \
  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; fi

deps-build:
	$(call packages,$(BUILD_PACKAGES))
deps-lab:
	$(call packages,$(LAB_PACKAGES))
deps-test:
	$(call packages,$(TEST_PACKAGES))
deps-lint:
	$(call packages,$(LINT_PACKAGES))
deps-bench:
	$(call packages,$(BENCH_PACKAGES))

# The program alone; `make test` builds the tests beside it.
build: deps-build
	@cmake -S . --preset dev -DRAILHEAD_TESTS=OFF $(CMAKE_FLAGS) >/dev/null
	@start=$$(date +%s); cmake --build $(BUILD) -j $(JOBS) -- --quiet; status=$$?; echo "build: $$(($$(date +%s) - start)) s"; exit $$status
	@ln -sfn dev/railhead build/railhead

# What doctor says of this machine, and of a machine with RDMA devices: that it found something is no failure of make.
run: build deps-lab
	@echo "== this machine =="
	@build/railhead doctor; code=$$?; [ $$code -le 1 ] || [ $$code -eq 3 ]
	@echo
	@echo "== the lab: Debian's kernel with a soft-RoCE device, in QEMU =="
	@lab/lab fetch
	@lab/lab run --out build/lab/first_look lab/first_look.sh

test: deps-build deps-lab deps-test
	@python3 tests/run.py

lab: build deps-lab
	@lab/lab fetch
	@lab/lab shell

# What these need of the build is how each source is compiled.
lint: configured deps-lint
	@python3 tests/lint.py

alone: configured
	@python3 tests/alone.py

configured: deps-build
	@cmake -S . --preset dev -DRAILHEAD_TESTS=OFF $(CMAKE_FLAGS) >/dev/null

format: deps-lint
	@git ls-files '*.cc' '*.h' '*.c' | xargs clang-format-19 -i

format-check: deps-lint
	@git ls-files '*.cc' '*.h' '*.c' | xargs clang-format-19 --dry-run --Werror

bench: build deps-bench
	@python3 perf/run.py

fuzz: deps-build deps-test
	@python3 tests/fuzz/run.py $(SECONDS)

# The pages that are made from the program.
docs: build
	@build/railhead checks --pages docs/checks

install: deps-build
	@cmake -S . --preset release $(CMAKE_FLAGS) -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build build/release -j $(JOBS) -- --quiet
	@cmake --install build/release --strip

clean:
	@rm -rf build/dev build/units build/asan build/release build/fuzz
