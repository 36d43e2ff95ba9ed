"""Single passes on programs as text: RUN lines, judged by FileCheck."""

import os

import lit.formats

config.name = "brigade"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(lit_config.params["build"], "tests", "lit")

bin_folder = os.path.join(lit_config.params["build"], "bin")
config.environment["PATH"] = os.pathsep.join([bin_folder, lit_config.params["llvm_bin"], os.environ["PATH"]])
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
