# SPDX-License-Identifier: Apache-2.0
# A thin layer over the CMake presets. Each target installs what it needs, and prints how long each stage took.
.PHONY: all build python train demo packages test test-release test-asan test-tsan test-aarch64 format-check tidy format fuzz coverage bench clean
.DEFAULT_GOAL := all

JOBS ?= $(shell nproc)
# Tests wait for other processes, such as browsers: one more at a time than there are cores.
TEST_JOBS ?= $(shell expr $(JOBS) + 1)
stage := @tools/stage
# The sanitizers want clang; where it is not there, or has no runtime for them, any compiler will do.
clang = $(if $(shell echo 'int main() {}' | clang++ -fsanitize=address -x c++ -o /dev/null - 2>/dev/null && echo yes),,-DCMAKE_CXX_COMPILER=c++)

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

# What the sanitizers' builds can do without is installed while they compile.
test:
	$(stage) install tools/setup build page python test style
	$(stage) format $(MAKE) --no-print-directory format-check
	@$(MAKE) --no-print-directory -j 2 build-sanitizers test-setup
	@$(MAKE) --no-print-directory test-release test-asan test-tsan

test-release: test-setup
	$(stage) "configure" cmake --preset test
	$(stage) "build" cmake --build --preset test -j $(JOBS)
	$(stage) "tests" ctest --preset test -j $(TEST_JOBS)

.PHONY: build-sanitizers build-asan build-tsan
build-sanitizers:
	@$(MAKE) --no-print-directory build-asan
	@$(MAKE) --no-print-directory build-tsan
build-asan build-tsan: build-%:
	$(stage) "configure ($*)" cmake --preset $* $(clang)
	$(stage) "build ($*)" cmake --build --preset $* -j $(JOBS)

test-asan test-tsan: test-%: test-setup build-%
	$(stage) "tests ($*)" ctest --preset $* -j $(TEST_JOBS)

.PHONY: test-setup style-setup
test-setup:
	$(stage) install tools/setup build page python train mpi test try style
style-setup:
	$(stage) install tools/setup build style

format-check: style-setup
	@command -v clang-format >/dev/null || { echo "format: skipped, clang-format is not installed" >&2; exit 0; }; \
	 git ls-files '*.cpp' '*.h' | xargs -P $(JOBS) -n 40 clang-format --dry-run --Werror

# Everything but the tests and the benchmarks, in the batches that it is compiled in.
tidy:
	$(stage) install tools/setup build page python train mpi test tidy
	$(stage) "configure (tidy)" cmake --preset tidy
	$(stage) "tidy" run-clang-tidy-19 -quiet -p build/tidy -j $(JOBS) '^(?!.*/benchmarks/)'

format:
	@git ls-files -co --exclude-standard '*.cpp' '*.h' | xargs clang-format -i

# A wheel, a .deb, a tarball and the sources, in build/packages; tools/try_packages tries them in clean roots.
packages:
	$(stage) install tools/setup build page python packages
	$(stage) configure cmake --preset release -DQUALM_AVX512=ON
	$(stage) "build (command)" cmake --build --preset release -j $(JOBS) --target qualm_cli qualm_manual
	$(stage) "static libraries" env JOBS=$(JOBS) tools/static_libraries build/static/libraries
	$(stage) "configure (static)" cmake --preset static
	$(stage) "build (static)" cmake --build --preset static -j $(JOBS)
	$(stage) packages tools/make_packages

emulated := qemu-aarch64 -L build/aarch64/sysroot build/aarch64
# 64-bit ARM by cross compiler and qemu-user: the tests of bits and promises, and the bytes of this machine's command.
# Left out are comparisons with references of many digits, which take longest: equal bytes are equally accurate.
test-aarch64: build
	$(stage) install tools/setup test aarch64
	$(stage) "ARM libraries" tools/aarch64_sysroot build/aarch64/sysroot
	$(stage) "configure (aarch64)" cmake --preset aarch64
	$(stage) "build (aarch64)" cmake --build --preset aarch64 -j $(JOBS)
	$(stage) "kernels (aarch64)" $(emulated)/tests/test_kernels --gtest_brief=1 --gtest_filter='-VectorMath.*digamma*'
	$(stage) "promises (aarch64)" $(emulated)/tests/test_measures --gtest_brief=1 --gtest_filter='Promise*:*Symmetry*:DirichletKernel*-*promised_accuracy*'
	$(stage) "same bytes (aarch64)" $$(sed -n "s/^Python3_EXECUTABLE:FILEPATH=//p" build/CMakeCache.txt) tools/compare_architectures build/qualm build/aarch64/qualm

# Looks for inputs that break a reader, MINUTES for each target.
MINUTES ?= 20
fuzz: test-setup
	$(stage) "configure (fuzz)" cmake --preset fuzz
	$(stage) "build (fuzz)" cmake --build --preset fuzz -j $(JOBS)
	$(stage) "fuzz" tools/fuzz $(MINUTES)

# Which lines the tests run, per folder; the others are listed in build/coverage/uncovered.txt. The counters are
# files too; tests that fill the disk break them, so errors about them are discarded.
coverage: test-setup
	$(stage) install tools/setup coverage
	$(stage) "configure (coverage)" cmake --preset coverage
	$(stage) "build (coverage)" cmake --build --preset coverage -j $(JOBS)
	@find build/coverage -name '*.gcda' -delete
	$(stage) "tests (coverage)" env GCOV_ERROR_FILE=/dev/null ctest --preset coverage -j $(TEST_JOBS)
	$(stage) "report (coverage)" tools/coverage build/coverage

bench: build
	$(stage) install tools/setup bench
	@cmake --build --preset release --target measure_speed row_speed read_speed
	@benchmarks/compare.py build

clean:
	@rm -rf build
