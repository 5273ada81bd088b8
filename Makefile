# SPDX-License-Identifier: Apache-2.0
# A thin face over the CMake presets. `make demo` and `make test` set up everything they need.
.PHONY: all setup build demo test test-release test-asan test-tsan tidy format clean
.DEFAULT_GOAL := all

JOBS ?= $(shell nproc)

all: build

setup:
	@tools/setup

build: setup
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS)

demo: build
	@build/qualm demo

test: test-release test-asan test-tsan tidy

test-release: build
	@ctest --preset release -j $(JOBS)

test-asan test-tsan: test-%: setup
	@cmake --preset $*
	@cmake --build --preset $* -j $(JOBS)
	@ctest --preset $* -j $(JOBS)

tidy: setup
	@cmake --preset tidy -DQUALM_TESTS=OFF
	@tools/lint build/tidy

format:
	@git ls-files '*.cpp' '*.h' | xargs clang-format -i

clean:
	@rm -rf build
