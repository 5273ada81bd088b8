# SPDX-License-Identifier: Apache-2.0
# A thin face over the CMake presets. Each target installs what it needs, and says how long each stage took.
.PHONY: all build python train demo test test-release test-asan test-tsan format-check tidy format fuzz bench clean
.DEFAULT_GOAL := all

JOBS ?= $(shell nproc)
stage := @tools/stage
# The sanitizers want clang; where there is none, any compiler will do.
clang := $(if $(shell command -v clang++),,-DCMAKE_CXX_COMPILER=c++)

all: build

# The command and its page; also the Python module and qualm-torch where pybind11 and LibTorch are there.
build:
	$(stage) install tools/setup build page
	$(stage) configure cmake --preset release
	$(stage) build cmake --build --preset release -j $(JOBS)

python train: %:
	$(stage) install tools/setup build page $*
	@rm -f build/CMakeCache.txt
	@$(MAKE) --no-print-directory build

demo: build
	@build/qualm demo --report build/demo.html

# What the sanitizers' build can do without is installed while it compiles.
test:
	$(stage) install tools/setup build page python test
	@$(MAKE) --no-print-directory -j 2 build-asan test-setup
	@$(MAKE) --no-print-directory test-release test-asan test-tsan format-check

test-release: test-setup
	$(stage) "configure" cmake --preset test
	$(stage) "build" cmake --build --preset test -j $(JOBS)
	$(stage) "tests" ctest --preset test -j $(JOBS)

.PHONY: build-asan build-tsan
build-asan build-tsan: build-%:
	$(stage) "configure ($*)" cmake --preset $* $(clang)
	$(stage) "build ($*)" cmake --build --preset $* -j $(JOBS)

test-asan test-tsan: test-%: test-setup build-%
	$(stage) "tests ($*)" ctest --preset $* -j $(JOBS)

.PHONY: test-setup style-setup
test-setup:
	$(stage) install tools/setup build page python train mpi test try style
style-setup:
	$(stage) install tools/setup build style

format-check: style-setup
	@command -v clang-format >/dev/null || { echo "format: skipped, no clang-format here" >&2; exit 0; }; \
	 git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run --Werror

# LibTorch's headers are no C++20 to clang 14: what includes them is left to the warnings of g++.
tidy: style-setup
	@cmake --preset tidy
	@git ls-files 'src/*.cpp' 'cli/*.cpp' ':!src/training/torch' ':!cli/torch' ':!*/absent_*' | xargs -P $(JOBS) -n 1 clang-tidy -p build/tidy --quiet

format:
	@git ls-files -co --exclude-standard '*.cpp' '*.h' | xargs clang-format -i

# Looks for inputs that break a reader, MINUTES for each target.
MINUTES ?= 20
fuzz: test-setup
	$(stage) "configure (fuzz)" cmake --preset fuzz
	$(stage) "build (fuzz)" cmake --build --preset fuzz -j $(JOBS)
	$(stage) "fuzz" tools/fuzz $(MINUTES)

bench: build
	@cmake --build --preset release --target measure_speed
	@benchmarks/compare.py build

clean:
	@rm -rf build
