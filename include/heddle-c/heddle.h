//===- heddle.h - Compile and run PTX from other programs -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * \file
 * The C API of libheddle: PTX becomes an object, an object is loaded into a
 * device as a module, and the kernels of a module are launched.
 *
 * \code
 *   heddleCompilation_t C;
 *   heddleDevice_t D;
 *   heddleModule_t M;
 *   heddleKernel_t K;
 *   heddleCompile(PTX, strlen(PTX), NULL, &C);
 *   heddleDeviceCreate(NULL, &D);
 *   heddleModuleLoadCompilation(D, C, &M);
 *   heddleModuleGetKernel(M, "saxpy", &K);
 *   heddleLaunch(K, &Config, Arguments, NULL);
 * \endcode
 *
 * \par Errors
 * Most calls return a heddleError_t. When that is not heddleSuccess, nothing
 * was done, outputs are as they were unless a call says otherwise, and
 * heddleGetLastErrorMessage says more to the thread that called. No call throws
 * or ends the process, but for a host that is out of memory in the middle of
 * one.
 *
 * \par Lifetime
 * What a call creates is the caller's, who gives it to the heddle...Destroy of
 * its kind; null is allowed there and does nothing. A module keeps its device
 * alive and needs its compilation no more. Kernels, and all texts and arrays
 * that calls hand out, belong to the handle that they were asked of and live as
 * long as it does.
 *
 * \par Threads
 * All calls may be made from any thread, with the same handle at the same time,
 * but for heddle...Destroy, after which nobody may use the handle. Launches of
 * several threads run at the same time, on one device, too; what they do to the
 * same memory is up to them, as on a GPU. heddleDeviceSetOutput is for the time
 * before the first launch.
 *
 * \par Structures
 * Those that a caller fills in, and those that a call does, start with their
 * own size, so that later versions can have more members: HEDDLE_INIT sets it,
 * and everything else to 0, which is the default of every member.
 */

#ifndef HEDDLE_C_HEDDLE_H
#define HEDDLE_C_HEDDLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Compiled against this; heddleGetVersion says what runs. */
#define HEDDLE_VERSION_MAJOR 0
#define HEDDLE_VERSION_MINOR 1
#define HEDDLE_VERSION_PATCH 0

#if defined(__GNUC__)
#define HEDDLE_API __attribute__((visibility("default")))
#else
#define HEDDLE_API
#endif

/* A caller may pass any number for an enumeration, which C++ only allows where
 * its type is told. C chooses the same. */
#ifdef __cplusplus
#define HEDDLE_NOEXCEPT noexcept
#define HEDDLE_ENUM : unsigned
extern "C" {
#else
#define HEDDLE_NOEXCEPT
#define HEDDLE_ENUM
#endif

/** Makes a structure ready to be filled in, by the caller or by a call. */
#define HEDDLE_INIT(VARIABLE)                                                  \
  (memset(&(VARIABLE), 0, sizeof(VARIABLE)),                                   \
   (VARIABLE).StructSize = sizeof(VARIABLE))

/*===-- Errors and versions -----------------------------------------------===*/

/** heddleSuccess, heddleErrorInvalidValue, ...: see Errors.def. */
typedef enum heddleError_t HEDDLE_ENUM {
#define HEDDLE_ERROR(ID, NUMBER, TEXT) heddle##ID = NUMBER,
#include "heddle-c/Errors.def"
} heddleError_t;

/** "heddleErrorInvalidValue"; null for what is no error. Never freed. */
HEDDLE_API const char *heddleGetErrorName(heddleError_t Error) HEDDLE_NOEXCEPT;

/** One sentence on the code; null for what is no error. Never freed. */
HEDDLE_API const char *
heddleGetErrorString(heddleError_t Error) HEDDLE_NOEXCEPT;

/** What was wrong with the last call of this thread that failed, in one line
 * or, for a fault, its report. "" when none has. Valid until the thread's next
 * call that fails. */
HEDDLE_API const char *heddleGetLastErrorMessage(void) HEDDLE_NOEXCEPT;

/** The version of the library that runs, "0.1.0". Never freed. */
HEDDLE_API const char *heddleGetVersion(void) HEDDLE_NOEXCEPT;

/*===-- Compiling ---------------------------------------------------------===*/

/** What became of a text of PTX: an object and diagnostics. */
typedef struct heddleCompilationImpl *heddleCompilation_t;

/** Global memory, and how launches run. */
typedef struct heddleDeviceImpl *heddleDevice_t;

/** How to compile. */
typedef struct heddleCompileOptions_t {
  size_t StructSize;
  /** "sm_75", "tx1", "g80"; null: the module's own .target. */
  const char *Arch;
  /** The SM that launches are for, "tx1", "sm_86"; null: the chip's own. */
  const char *Geometry;
  /** What messages call the text; null: "<ptx>". */
  const char *FileName;
  /** Compile only these kernels, mangled or demangled; null: all. */
  const char *const *Entries;
  size_t NumEntries;
  /** 1..4 for -O0 .. -O3; 0: -O3. */
  unsigned OptLevelPlusOne;
  /** Most registers a thread; 0: the chip's limit. */
  unsigned MaxRegisters;
  /** Give kernels no more registers than CTAs of so many threads have room for.
   *  0: as .maxntid says. */
  unsigned ThreadsPerBlock;
  /** Fuse a product and a sum that round twice by PTX's rules. */
  int FuseMulAdd;
  /** Add DWARF line tables to the object. */
  int LineTables;
  /** Leave warnings out. */
  int NoWarnings;
  /** Take warnings for errors. */
  int WarningsAreErrors;
  /** Take an access whose address may be in any space for a global one. */
  int AssumeGlobal;
  /** Make code for what the launch options of this device look for; null: for
   *  nobody. */
  heddleDevice_t Device;
} heddleCompileOptions_t;

/** Compiles \p Size bytes of PTX at \p Text; a zero byte ends it, too.
 *  \p Options may be null. With heddleErrorCompile, *\p Out is a compilation
 *  that has diagnostics and no object; with all other errors there is none. */
HEDDLE_API heddleError_t heddleCompile(
    const char *Text, size_t Size, const heddleCompileOptions_t *Options,
    heddleCompilation_t *Out) HEDDLE_NOEXCEPT;

HEDDLE_API void heddleCompilationDestroy(heddleCompilation_t C) HEDDLE_NOEXCEPT;

/** The object: an ELF file. heddleErrorCompile when there is none. */
HEDDLE_API heddleError_t heddleCompilationGetObject(
    heddleCompilation_t C, const void **Data, size_t *Size) HEDDLE_NOEXCEPT;

/** All diagnostics as the tools print them, lines of PTX with carets included;
 *  "" when there are none. */
HEDDLE_API const char *
heddleCompilationGetLog(heddleCompilation_t C) HEDDLE_NOEXCEPT;

typedef enum heddleSeverity_t HEDDLE_ENUM {
  heddleSeverityError = 0,
  heddleSeverityWarning = 1,
  heddleSeverityRemark = 2,
  /** Belongs to the diagnostic before it. */
  heddleSeverityNote = 3,
} heddleSeverity_t;

typedef struct heddleDiagnostic_t {
  size_t StructSize;
  heddleSeverity_t Severity;
  /** From 1; 0: the diagnostic has no place. Columns are bytes. */
  unsigned Line, Column;
  const char *File;
  /** One line, without the place. */
  const char *Message;
  /** What the option -WNAME calls it; "" for errors and notes. */
  const char *WarningName;
} heddleDiagnostic_t;

HEDDLE_API size_t heddleCompilationGetNumDiagnostics(heddleCompilation_t C)
    HEDDLE_NOEXCEPT;
HEDDLE_API heddleError_t
heddleCompilationGetDiagnostic(heddleCompilation_t C, size_t Index,
                               heddleDiagnostic_t *Out) HEDDLE_NOEXCEPT;

/*===-- Devices and their memory ------------------------------------------===*/

/** An address in global memory. */
typedef uint64_t heddleAddress_t;

/** What the addresses of a device are. */
typedef enum heddleAddressModel_t HEDDLE_ENUM {
  /** Pointers of the host: heddleMalloc's are ones that the host may use, too,
   *  and memory of the host can be registered. Bounds are known and checked.
   *  For chips with 64-bit pointers. */
  heddleAddressesHost = 0,
  /** The same, and any memory of the host that is mapped may be accessed; what
   *  is not mapped is a fault. */
  heddleAddressesRaw = 1,
  /** Numbers below 4 GiB, which all chips reach. */
  heddleAddressesArena = 2,
} heddleAddressModel_t;

typedef struct heddleDeviceOptions_t {
  size_t StructSize;
  heddleAddressModel_t Addresses;
  /** The SM, "tx1", "sm_75"; null: that of each module's chip. */
  const char *Geometry;
  /** Most bytes of global memory; 0: what the host has. */
  uint64_t MemoryBytes;
  /** Host threads that run the CTAs of a launch; 0: as many as there are cores,
   *  and fewer for small launches. */
  unsigned HostThreads;
  /** SMs: how many CTAs may wait for each other; 0: 16. */
  unsigned NumSMs;
  /** Of each thread, for functions that call themselves; 0: 16 KiB. At most
   *  1 MiB. */
  uint32_t StackBytes;
  /** What kernels allocate from; 0: 8 MiB. */
  uint64_t HeapBytes;
  /** How long a launch may wait for others to change memory before that is a
   *  fault, in seconds; 0: 10. In the arena it is one at once. */
  double StallSeconds;
} heddleDeviceOptions_t;

/** \p Options may be null. */
HEDDLE_API heddleError_t heddleDeviceCreate(
    const heddleDeviceOptions_t *Options, heddleDevice_t *Out) HEDDLE_NOEXCEPT;
/** Modules that are left keep it alive until they are destroyed. */
HEDDLE_API void heddleDeviceDestroy(heddleDevice_t D) HEDDLE_NOEXCEPT;

/** Gets \p Size bytes that kernels printed, in the order of threads, on the
 *  thread of the launch and after its end, faulted or not. */
typedef void (*heddleOutputFn)(void *User, const char *Text, size_t Size);

/** Where what kernels print goes. Null: to stdout, as from the start. */
HEDDLE_API heddleError_t heddleDeviceSetOutput(heddleDevice_t D,
                                               heddleOutputFn Output,
                                               void *User) HEDDLE_NOEXCEPT;

/** A setting by its name: "check-errors", "host-threads". */
typedef struct heddleSetting_t {
  const char *Name;
  const char *Value;
} heddleSetting_t;

/** How launches of a device run, who looks on, and what is written about them.
 *  Values are those of ptx-run's options of the same names; null: not set. */
typedef struct heddleLaunchOptions_t {
  size_t StructSize;
  /** "race,memory", "all": checkers. */
  const char *Check;
  /** "interpreter", "translated" or "auto"; null: "auto", or what a translation
   *  brings along. */
  const char *Engine;
  /** "random:7", "explore:100": orders of warps. */
  const char *Schedule;
  /** "text", "json:FILE": counters of all launches. */
  const char *Stats;
  /** "FILE", "text:FILE". */
  const char *Trace;
  /** Further ones, by their names. */
  const heddleSetting_t *Settings;
  size_t NumSettings;
  /** Take what the environment says, HEDDLE_CHECK and its like, for all that is
   *  not set here. */
  int FromEnvironment;
  /** Gets what is written about launches and has no file; null: it goes to
   *  stderr. It must not call functions of this library. */
  heddleOutputFn Report;
  void *ReportUser;
} heddleLaunchOptions_t;

/** For the time before the first module of \p D is loaded. Code is checked if
 *  it was compiled for the device, heddleCompileOptions_t::Device, and loaded
 *  by heddleModuleLoadCompilation. Launches that are looked at run one after
 *  another. heddleErrorInvalidValue: there is no such setting or value, or a
 *  module was loaded; heddleErrorHost: a file cannot be read or written. */
HEDDLE_API heddleError_t heddleDeviceSetLaunchOptions(
    heddleDevice_t D, const heddleLaunchOptions_t *Options) HEDDLE_NOEXCEPT;

/** What a checker found, or exploring schedules. */
typedef struct heddleFinding_t {
  size_t StructSize;
  /** "race-shared", and "race": see docs/checkers.md. */
  const char *Rule, *Check;
  const char *Kernel;
  /** One line. */
  const char *Message;
  /** With lines of the PTX, as ptx-run prints it. */
  const char *Report;
  /** The PTX place of the instruction that brought it up; Line 0: none. */
  const char *File;
  unsigned Line, Column;
  /** How often it was seen. */
  uint64_t Count;
} heddleFinding_t;

/** Of all launches so far. */
HEDDLE_API size_t heddleDeviceGetNumFindings(heddleDevice_t D) HEDDLE_NOEXCEPT;
/** Texts live until the thread's next call. heddleErrorNotFound: there are not
 *  so many. */
HEDDLE_API heddleError_t heddleDeviceGetFinding(
    heddleDevice_t D, size_t Index, heddleFinding_t *Out) HEDDLE_NOEXCEPT;
/** No launch follows: writes what launch options ask for, and lets checkers say
 *  what is known at the end only. Once; later calls do nothing. Happens by
 *  itself when a device is destroyed and its last module with it. */
HEDDLE_API heddleError_t heddleDeviceFinish(heddleDevice_t D) HEDDLE_NOEXCEPT;

/** Limits of later launches, as in heddleDeviceOptions_t. */
HEDDLE_API heddleError_t
heddleDeviceSetStackBytes(heddleDevice_t D, uint32_t Bytes) HEDDLE_NOEXCEPT;
/** The heap has its size from the first launch of a kernel that allocates. */
HEDDLE_API heddleError_t
heddleDeviceSetHeapBytes(heddleDevice_t D, uint64_t Bytes) HEDDLE_NOEXCEPT;

/** How many bytes of global memory there are, and how many are not in use.
 *  Outputs may be null. */
HEDDLE_API heddleError_t heddleDeviceGetMemoryInfo(
    heddleDevice_t D, uint64_t *Free, uint64_t *Total) HEDDLE_NOEXCEPT;

/** Zeroed bytes at an address aligned to 256. Faults call them \p Name, which
 *  may be null. */
HEDDLE_API heddleError_t heddleMalloc(heddleDevice_t D, uint64_t Size,
                                      const char *Name,
                                      heddleAddress_t *Out) HEDDLE_NOEXCEPT;
/** \p Address as heddleMalloc gave it; 0 is allowed and does nothing.
 *  heddleErrorNotFound: it is none, or was freed before. */
HEDDLE_API heddleError_t heddleFree(heddleDevice_t D,
                                    heddleAddress_t Address) HEDDLE_NOEXCEPT;

/** Lets kernels use \p Size bytes of the host at \p Data, by their pointers.
 *  They stay the caller's and must stay mapped until they are unregistered.
 *  What the process can only read is a fault to write. heddleErrorInvalidValue:
 *  not all of it is mapped, or a part is a buffer already;
 *  heddleErrorNotSupported: the device has an arena. */
HEDDLE_API heddleError_t heddleHostRegister(heddleDevice_t D, void *Data,
                                            uint64_t Size,
                                            const char *Name) HEDDLE_NOEXCEPT;
HEDDLE_API heddleError_t heddleHostUnregister(heddleDevice_t D,
                                              void *Data) HEDDLE_NOEXCEPT;

typedef enum heddleBufferKind_t HEDDLE_ENUM {
  heddleBufferAllocation = 0,
  heddleBufferVariable = 1,
  heddleBufferHeap = 2,
  heddleBufferRegistered = 3,
} heddleBufferKind_t;

typedef struct heddleBufferInfo_t {
  size_t StructSize;
  heddleAddress_t Address;
  uint64_t Size;
  heddleBufferKind_t Kind;
  int IsReadOnly;
  /** Where the bytes are on the host. */
  void *HostPointer;
} heddleBufferInfo_t;

/** The buffer that \p Address lies in, not only at the start of.
 *  heddleErrorNotFound: in none. */
HEDDLE_API heddleError_t
heddleGetBufferInfo(heddleDevice_t D, heddleAddress_t Address,
                    heddleBufferInfo_t *Out) HEDDLE_NOEXCEPT;

/** Copies. All bytes must lie in one buffer, or, on a raw device, be mapped:
 *  otherwise heddleErrorInvalidAddress. Ranges may overlap. They do not wait
 * for launches of other threads. */
HEDDLE_API heddleError_t heddleCopyToDevice(heddleDevice_t D,
                                            heddleAddress_t To,
                                            const void *From,
                                            uint64_t Size) HEDDLE_NOEXCEPT;
HEDDLE_API heddleError_t heddleCopyFromDevice(heddleDevice_t D, void *To,
                                              heddleAddress_t From,
                                              uint64_t Size) HEDDLE_NOEXCEPT;
HEDDLE_API heddleError_t heddleCopyOnDevice(heddleDevice_t D,
                                            heddleAddress_t To,
                                            heddleAddress_t From,
                                            uint64_t Size) HEDDLE_NOEXCEPT;
/** \p Count elements of \p ElementBytes (1, 2 or 4) become the low bytes of
 *  \p Value. \p To is a multiple of the element's size. */
HEDDLE_API heddleError_t heddleFill(heddleDevice_t D, heddleAddress_t To,
                                    uint32_t Value, unsigned ElementBytes,
                                    uint64_t Count) HEDDLE_NOEXCEPT;

/*===-- Modules, kernels and variables ------------------------------------===*/

/** An object on a device, with the variables that it has there. */
typedef struct heddleModuleImpl *heddleModule_t;
/** Part of its module. */
typedef struct heddleKernelImpl *heddleKernel_t;

/** Loads an object, as heddleCompilationGetObject or ptxas-lite made it. The
 *  bytes are copied. heddleErrorInvalidObject: they are none;
 *  heddleErrorNotSupported: the device's addresses are none of the chip's. */
HEDDLE_API heddleError_t heddleModuleLoad(heddleDevice_t D, const void *Object,
                                          size_t Size,
                                          heddleModule_t *Out) HEDDLE_NOEXCEPT;
/** The same with the compilation's object; fault reports quote its PTX. */
HEDDLE_API heddleError_t
heddleModuleLoadCompilation(heddleDevice_t D, heddleCompilation_t C,
                            heddleModule_t *Out) HEDDLE_NOEXCEPT;
/** Frees its variables. No launch of its kernels may be under way. */
HEDDLE_API void heddleModuleDestroy(heddleModule_t M) HEDDLE_NOEXCEPT;

/** The chip that the object is for: "tx1". */
HEDDLE_API const char *heddleModuleGetChip(heddleModule_t M) HEDDLE_NOEXCEPT;

HEDDLE_API size_t heddleModuleGetNumKernels(heddleModule_t M) HEDDLE_NOEXCEPT;
/** Kernels have numbers in the order of the PTX. heddleErrorNotFound: there are
 *  not so many. */
HEDDLE_API heddleError_t heddleModuleGetKernelAt(
    heddleModule_t M, size_t Index, heddleKernel_t *Out) HEDDLE_NOEXCEPT;
/** \p Name is mangled, demangled, or demangled without its parameters; null
 *  means the only kernel. heddleErrorNotFound: none, or more than one. */
HEDDLE_API heddleError_t heddleModuleGetKernel(
    heddleModule_t M, const char *Name, heddleKernel_t *Out) HEDDLE_NOEXCEPT;
HEDDLE_API heddleModule_t heddleKernelGetModule(heddleKernel_t K)
    HEDDLE_NOEXCEPT;

typedef struct heddleKernelInfo_t {
  size_t StructSize;
  /** As the PTX has it. */
  const char *Name;
  size_t NumParameters;
  /** Of the block of parameters, without padding behind the last one. */
  size_t ParameterBytes;
  /** Of a thread. */
  unsigned Registers;
  /** Static, of a CTA; without parameters and header. */
  uint32_t SharedBytes;
  /** Of a thread, spilled registers included. */
  uint32_t LocalBytes;
  uint32_t ConstantBytes;
  uint32_t SpillStores, SpillLoads;
  unsigned Barriers;
  /** .maxntid and .reqntid; 0 where the PTX does not say. */
  uint32_t MaxThreads[3], RequiredThreads[3];
  /** Most threads of a CTA on the device, by limits and registers. */
  uint32_t MaxThreadsPerBlock;
  /** Bytes of code. */
  size_t CodeBytes;
} heddleKernelInfo_t;

HEDDLE_API heddleError_t
heddleKernelGetInfo(heddleKernel_t K, heddleKernelInfo_t *Out) HEDDLE_NOEXCEPT;

typedef struct heddleParameter_t {
  size_t StructSize;
  const char *Name;
  /** PTX's, without the dot: "u64", "f32", "b8". */
  const char *Type;
  /** In the block of parameters; the size is that of a whole array. */
  uint32_t Offset, Size, Align;
} heddleParameter_t;

HEDDLE_API heddleError_t heddleKernelGetParameter(
    heddleKernel_t K, size_t Index, heddleParameter_t *Out) HEDDLE_NOEXCEPT;

typedef enum heddleSpace_t HEDDLE_ENUM {
  heddleSpaceGlobal = 0,
  heddleSpaceConst = 1,
} heddleSpace_t;

typedef struct heddleVariable_t {
  size_t StructSize;
  const char *Name;
  heddleSpace_t Space;
  /** Where copies read and write it; a kernel's own address of a .const one is
   *  another. */
  heddleAddress_t Address;
  uint64_t Size;
} heddleVariable_t;

HEDDLE_API size_t heddleModuleGetNumVariables(heddleModule_t M) HEDDLE_NOEXCEPT;
HEDDLE_API heddleError_t heddleModuleGetVariableAt(
    heddleModule_t M, size_t Index, heddleVariable_t *Out) HEDDLE_NOEXCEPT;
HEDDLE_API heddleError_t heddleModuleGetVariable(
    heddleModule_t M, const char *Name, heddleVariable_t *Out) HEDDLE_NOEXCEPT;

/** The code of the kernel as text, beside the lines of the PTX where the module
 *  has those. */
HEDDLE_API heddleError_t
heddleKernelGetListing(heddleKernel_t K, const char **Out) HEDDLE_NOEXCEPT;

typedef struct heddleOccupancy_t {
  size_t StructSize;
  /** Of an SM. */
  unsigned ActiveCTAs, ActiveWarps, MaxWarps;
  /** What keeps another CTA away: "registers", "warps, CTA slots". Never
   *  freed. */
  const char *Limiters;
} heddleOccupancy_t;

/** How many CTAs of \p Threads threads and \p DynamicSharedBytes an SM of the
 *  device holds. */
HEDDLE_API heddleError_t heddleKernelGetOccupancy(
    heddleKernel_t K, uint32_t Threads, uint32_t DynamicSharedBytes,
    heddleOccupancy_t *Out) HEDDLE_NOEXCEPT;

/*===-- Launches ----------------------------------------------------------===*/

/** What became of a launch. */
typedef struct heddleResultImpl *heddleResult_t;

typedef struct heddleLaunchConfig_t {
  size_t StructSize;
  /** CTAs, and threads of a CTA. 0 stands for 1 in Y and Z. */
  uint32_t Grid[3], Block[3];
  uint32_t DynamicSharedBytes;
  /** Fill in counters; the launch takes a multiple of the time. */
  int Count;
  /** Warp-instructions before the launch is a fault; 0: 2^36. */
  uint64_t MaxInstructions;
  /** Seconds before it is; 0: no limit. */
  double TimeLimit;
} heddleLaunchConfig_t;

/** Launches \p K and returns when all its threads have ended. \p Arguments has
 *  a pointer to the value of each parameter, which is copied; it may be null
 * for a kernel without. *\p Out, if \p Out is not null, gets what became of the
 *  launch, with heddleSuccess, heddleErrorInvalidLaunch and heddleErrorFault;
 *  after a fault heddleGetLastErrorMessage is its report. */
HEDDLE_API heddleError_t heddleLaunch(heddleKernel_t K,
                                      const heddleLaunchConfig_t *Config,
                                      const void *const *Arguments,
                                      heddleResult_t *Out) HEDDLE_NOEXCEPT;
/** The same with the whole block of parameters, laid out as
 *  heddleKernelGetParameter says. \p Size is at least ParameterBytes. */
HEDDLE_API heddleError_t heddleLaunchPacked(
    heddleKernel_t K, const heddleLaunchConfig_t *Config,
    const void *Parameters, size_t Size, heddleResult_t *Out) HEDDLE_NOEXCEPT;
HEDDLE_API void heddleResultDestroy(heddleResult_t R) HEDDLE_NOEXCEPT;

/** A launch that goes on while its caller does something else. */
typedef struct heddleLaunchImpl *heddleLaunch_t;

/** As heddleLaunchPacked, but returns at once; the parameters are copied. What
 *  the launch uses must stay until it has ended. */
HEDDLE_API heddleError_t heddleLaunchStart(heddleKernel_t K,
                                           const heddleLaunchConfig_t *Config,
                                           const void *Parameters, size_t Size,
                                           heddleLaunch_t *Out) HEDDLE_NOEXCEPT;
/** Waits for the end, but no more than \p Seconds; a negative number is no
 *  limit. heddleErrorNotReady: it goes on. Otherwise the answer and *\p Out are
 *  as with heddleLaunchPacked, and what was printed goes where it belongs on
 *  this thread; heddleErrorInterrupted: see heddleLaunchInterrupt. Only the
 *  first call that sees the end gets a result; for all later ones it is
 *  heddleErrorInvalidValue. One thread may wait at a time. */
HEDDLE_API heddleError_t heddleLaunchWait(heddleLaunch_t L, double Seconds,
                                          heddleResult_t *Out) HEDDLE_NOEXCEPT;
/** Ends the launch soon; who waits gets heddleErrorInterrupted. What it has
 *  written stays. Nothing happens where it has ended already, or where \p L is
 *  null. May be called by any thread and by a signal handler, before
 *  heddleLaunchDestroy. */
HEDDLE_API void heddleLaunchInterrupt(heddleLaunch_t L) HEDDLE_NOEXCEPT;
/** Waits for the end first. \p L may be null. */
HEDDLE_API void heddleLaunchDestroy(heddleLaunch_t L) HEDDLE_NOEXCEPT;

/** Kinds of faults: heddleFaultOobGlobal, ..., see Faults.def. docs/Faults.md
 *  says what they mean. Names stay as they are from version to version; numbers
 *  may change with the minor version. */
typedef enum heddleFaultKind_t HEDDLE_ENUM {
#define HEDDLE_FAULT(ID, NAME) heddleFault##ID,
#include "heddle-c/Faults.def"
} heddleFaultKind_t;

/** "oob_global"; null for what is no kind. Never freed. */
HEDDLE_API const char *
heddleGetFaultName(heddleFaultKind_t Kind) HEDDLE_NOEXCEPT;

typedef struct heddleFault_t {
  size_t StructSize;
  heddleFaultKind_t Kind;
  /** One line. */
  const char *Message;
  /** The whole report with lines of the PTX, as ptx-run prints it. */
  const char *Report;
  const char *Kernel;
  /** The PTX place; Line 0: none. */
  const char *File;
  unsigned Line, Column;
  /** Whether the members behind it say anything: a launch that was refused has
   *  no place. */
  int HasPlace;
  uint32_t Thread[3], Block[3];
  /** Of the microinstruction, which Instruction shows. */
  uint32_t PC;
  const char *Instruction;
  uint32_t Warp, LaneMask;
  /** What a memory access asked for. */
  int HasAddress;
  heddleAddress_t Address;
} heddleFault_t;

/** heddleErrorNotFound: there was none. */
HEDDLE_API heddleError_t
heddleResultGetFault(heddleResult_t R, heddleFault_t *Out) HEDDLE_NOEXCEPT;

/** Instructions issued: to warps, and to their active lanes. Outputs may be
 *  null. */
HEDDLE_API heddleError_t heddleResultGetInstructions(
    heddleResult_t R, uint64_t *Warp, uint64_t *Thread) HEDDLE_NOEXCEPT;

/** Counters, which docs/counters.md describes, have numbers from 0. */
HEDDLE_API size_t heddleGetNumCounters(void) HEDDLE_NOEXCEPT;
/** "issued", ...; null: there are not so many. Never freed. */
HEDDLE_API const char *heddleGetCounterName(size_t Counter) HEDDLE_NOEXCEPT;
/** heddleErrorNotFound: there are not so many, or the launch did not count. */
HEDDLE_API heddleError_t heddleResultGetCounter(heddleResult_t R,
                                                size_t Counter,
                                                uint64_t *Out) HEDDLE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_C_HEDDLE_H */
