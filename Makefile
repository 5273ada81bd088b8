# SPDX-License-Identifier: Apache-2.0
# A thin face over the CMake presets. `make demo` and `make test` set up everything they need.
.PHONY: all setup build demo test test-release test-asan test-tsan format-check tidy format bench clean
.DEFAULT_GOAL := all

JOBS ?= $(shell nproc)

all: build

setup:
	@tools/setup

build: setup
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS)

demo: build
	@build/qualm demo --report build/demo.html

test: format-check test-release test-asan test-tsan

test-release: build
	@ctest --preset release -j $(JOBS)

test-asan test-tsan: test-%: setup
	@cmake --preset $*
	@cmake --build --preset $* -j $(JOBS)
	@ctest --preset $* -j $(JOBS)

format-check: setup
	@git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run --Werror

# LibTorch's headers are no C++20 to clang 14: what includes them is left to the warnings of g++.
tidy: setup
	@cmake --preset tidy -DQUALM_TESTS=OFF
	@git ls-files 'src/*.cpp' 'cli/*.cpp' ':!src/training/torch' | xargs -P $(JOBS) -n 1 clang-tidy -p build/tidy --quiet

format:
	@git ls-files -co --exclude-standard '*.cpp' '*.h' | xargs clang-format -i

bench: build
	@cmake --build --preset release --target measure_speed
	@benchmarks/compare.py build

clean:
	@rm -rf build
