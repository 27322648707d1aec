"""The text-driven suites: one folder a layer, one file a pass, instruction or
directive. A file says in its RUN lines how it is driven."""

import importlib.util
import os
import platform
import shutil
import subprocess
import sys

import lit.formats

config.name = "Heddle"
config.test_format = lit.formats.ShTest(True)
config.test_source_root = os.path.dirname(__file__)
config.suffixes = [".ptx", ".ll", ".mir", ".s", ".test"]
config.excludes = ["Inputs"]

# Where scripts/arm64 has tools that run in QEMU.
config.heddle_tools_dir = lit_config.params.get("tools", config.heddle_tools_dir)

# What tools keep for the user.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["PATH"] = os.pathsep.join(
    [config.heddle_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
config.substitutions.append(("%src", config.heddle_src_root))
config.substitutions.append(("%obj", config.heddle_obj_root))
# To build programs against what is installed.
config.substitutions.append(("%cmake", config.heddle_cmake))
config.substitutions.append(("%cc", config.heddle_cc))
config.substitutions.append(("%cxx", config.heddle_cxx))
if shutil.which("pkg-config"):
    config.available_features.add("pkg-config")

# What passes say for --debug-only is compiled with assertions alone.
if config.heddle_assertions:
    config.available_features.add("assertions")

# The language server, for which configuring wants a package more.
if os.path.exists(os.path.join(config.heddle_tools_dir, "ptx-lsp")):
    config.available_features.add("ptx-lsp")

# To run the extension of an editor.
if shutil.which("node"):
    config.available_features.add("node")

# To see what scripts/format mends.
# The tables of objects as another program reads them.
if shutil.which("readelf") and shutil.which("objdump"):
    config.available_features.add("binutils")

if shutil.which("clang-format-19"):
    config.available_features.add("clang-format")

# To make a package of what is installed, and to look into it.
config.substitutions.append(("%cpack", config.heddle_cpack))
if shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"):
    config.available_features.add("dpkg")

# Instruction sets that host code can be made for, and run.
if platform.machine() in ("x86_64", "AMD64") and "tools" not in lit_config.params:
    config.available_features.add("x86-64")

# An instruction set, maybe of another host, that this build makes host code of.
if config.heddle_has_aarch64:
    config.available_features.add("neon")

# To see what pip would make of the Python package.
if importlib.util.find_spec("setuptools"):
    config.available_features.add("setuptools")

# To let it do so without a network: setuptools makes wheels with another
# package, which the system's interpreter may have if this one does not.
can_install = (
    "import importlib.util as u, sys;"
    "sys.exit(not all(map(u.find_spec, ('pip', 'setuptools', 'wheel'))))"
)
for python in (sys.executable, "/usr/bin/python3"):
    if shutil.which(python) and not subprocess.call([python, "-c", can_install]):
        config.available_features.add("pip-offline")
        config.substitutions.append(("%python", python))
        config.substitutions.append(("%pip", f"{python} -m pip"))
        break

# To run the plugin of pytest.
for python in (sys.executable, "/usr/bin/python3"):
    if shutil.which(python) and not subprocess.call(
        [python, "-c", "import pytest"], stderr=subprocess.DEVNULL
    ):
        config.available_features.add("pytest")
        config.substitutions.append(("%run-pytest", f"{python} -B -m pytest"))
        break

# A copy of LLVM that a process may have beside ours.
libllvm = os.path.join(config.llvm_tools_dir, "..", "lib", "libLLVM-19.so")
if os.path.exists(libllvm):
    config.available_features.add("libllvm")
    config.substitutions.append(("%libllvm", libllvm))

# Or one that a test makes of LLVM's archives, and shows all of.
if os.path.exists(os.path.join(config.llvm_tools_dir, "..", "lib", "libLLVMCore.a")):
    llvm_config = "llvm-config --link-static"
    config.available_features.add("llvm-archives")
    config.substitutions.append(
        (
            "%make-llvm",
            f"{config.heddle_cxx} -shared -Wl,--whole-archive"
            f" $({llvm_config} --libfiles core) -Wl,--no-whole-archive"
            f" -Wl,--as-needed $({llvm_config} --system-libs core)",
        )
    )

# What tests compile is verified after each pass, IR and machine code.
for tool in ("ptxas-lite", "ptx-run"):
    config.substitutions.append((rf"(?<!\S){tool}(?=\s)", f"{tool} --verify-each"))

# Python that loads our libraries, if possible one that has numpy, whose arrays
# are arguments of kernels; and what a program that does so is linked with.
library_python = "python3"
for python in ("python3", "/usr/bin/python3"):
    if shutil.which(python) and not subprocess.call(
        [python, "-c", "import numpy"], stderr=subprocess.DEVNULL
    ):
        config.available_features.add("numpy")
        library_python = python
        break
config.sanitizers = ""
# Sanitizers take more address space than tests with little memory leave.
if config.heddle_sanitize:
    config.available_features.add("sanitized")
    config.environment["ASAN_OPTIONS"] = config.heddle_asan_options
    # The program brings the runtime that our libraries need. Python has none, and
    # leaks of its own.
    config.sanitizers = f"-fsanitize={config.heddle_sanitize} -fno-sanitize=vptr"
    for name in ("asan", f"asan-{platform.machine()}"):
        runtime = subprocess.check_output(
            ["clang", f"-print-file-name=libclang_rt.{name}.so"],
            env=config.environment,
            text=True,
        ).strip()
        if os.path.isabs(runtime):
            library_python = (
                f"env LD_PRELOAD={runtime} PYTHONMALLOC=malloc"
                f" ASAN_OPTIONS={config.heddle_asan_options}:detect_leaks=0"
                f" {library_python}"
            )
config.substitutions.append(("%library-python", library_python))
config.substitutions.append(("%sanitizers", config.sanitizers))

# Clusters to sweep on, of this one machine. Daemons are no commands of users.
if shutil.which("mpirun"):
    config.available_features.add("mpi")
if all(
    shutil.which(program, path=config.environment["PATH"] + ":/usr/sbin")
    for program in ("slurmctld", "slurmd", "munged", "sbatch")
):
    config.available_features.add("slurm")

# Plans of sweeps in YAML.
if not subprocess.call(["python3", "-c", "import yaml"], stderr=subprocess.DEVNULL):
    config.available_features.add("yaml")

# Pages are looked at in a browser where there is one. It runs as root in
# containers and must not ask the network for anything.
chromium = shutil.which("chromium")
if chromium:
    config.available_features.add("chromium")
    config.substitutions.append(
        (
            "%chromium",
            chromium
            + " --headless --no-sandbox --disable-gpu --disable-quic"
            + " --no-first-run --disable-background-networking"
            + " --disable-component-update --disable-sync"
            + " --virtual-time-budget=5000",
        )
    )
