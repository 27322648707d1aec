//===- runtime_types.h - Types of the CUDA runtime API ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * \file
 * Layouts and numbers of the binary interface of libcudart.so.13 on x86-64
 * Linux. Handles, and what is not here, are those of the driver API.
 */

#ifndef HEDDLE_CUDA_RUNTIME_TYPES_H
#define HEDDLE_CUDA_RUNTIME_TYPES_H

#include "driver_types.h"

typedef enum cudaError HEDDLE_CUDA_ENUM {
#define HEDDLE_RUNTIME_ERROR(CODE, RUNTIME, TEXT) cuda##RUNTIME = CODE,
#include "errors.def"
} cudaError_t;

typedef enum cudaMemcpyKind HEDDLE_CUDA_ENUM {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
} cudaMemcpyKind;

typedef enum cudaMemoryType HEDDLE_CUDA_ENUM {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
} cudaMemoryType;

typedef struct dim3 {
  unsigned x, y, z;
} dim3;

/** 1008 bytes, which device_properties.def describes. */
typedef struct cudaDeviceProp {
  uint64_t Words[126];
} cudaDeviceProp;

typedef struct cudaFuncAttributes {
  size_t SharedBytes, ConstBytes, LocalBytes;
  int MaxThreads, Registers, PTXVersion, BinaryVersion, CacheMode,
      MaxDynamicShared, Carveout;
  int ClusterMustBeSet, ClusterWidth, ClusterHeight, ClusterDepth,
      ClusterScheduling, AllowsLargeClusters;
  int Reserved[16];
} cudaFuncAttributes;

typedef struct cudaPointerAttributes {
  cudaMemoryType Type;
  int Device;
  void *DevicePointer;
  void *HostPointer;
  long Reserved[8];
} cudaPointerAttributes;

typedef struct cudaPitchedPtr {
  void *Pointer;
  size_t Pitch, Width, Height;
} cudaPitchedPtr;

typedef struct cudaExtent {
  size_t Width, Height, Depth;
} cudaExtent;

typedef struct cudaPos {
  size_t X, Y, Z;
} cudaPos;

typedef struct cudaMemcpy3DParms {
  CUarray SrcArray;
  cudaPos SrcPos;
  cudaPitchedPtr Src;
  CUarray DstArray;
  cudaPos DstPos;
  cudaPitchedPtr Dst;
  cudaExtent Extent;
  cudaMemcpyKind Kind;
} cudaMemcpy3DParms;

typedef struct cudaMemcpy3DPeerParms {
  CUarray SrcArray;
  cudaPos SrcPos;
  cudaPitchedPtr Src;
  int SrcDevice;
  CUarray DstArray;
  cudaPos DstPos;
  cudaPitchedPtr Dst;
  int DstDevice;
  cudaExtent Extent;
} cudaMemcpy3DPeerParms;

typedef enum cudaChannelFormatKind HEDDLE_CUDA_ENUM {
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3,
  cudaChannelFormatKindUnsignedNormalized8X1 = 5,
  cudaChannelFormatKindUnsignedNormalized8X2 = 6,
  cudaChannelFormatKindUnsignedNormalized8X4 = 7,
  cudaChannelFormatKindUnsignedNormalized16X1 = 8,
  cudaChannelFormatKindUnsignedNormalized16X2 = 9,
  cudaChannelFormatKindUnsignedNormalized16X4 = 10,
  cudaChannelFormatKindSignedNormalized8X1 = 11,
  cudaChannelFormatKindSignedNormalized8X2 = 12,
  cudaChannelFormatKindSignedNormalized8X4 = 13,
  cudaChannelFormatKindSignedNormalized16X1 = 14,
  cudaChannelFormatKindSignedNormalized16X2 = 15,
  cudaChannelFormatKindSignedNormalized16X4 = 16
} cudaChannelFormatKind;

/* Bits of each channel; 0: there is none. */
typedef struct cudaChannelFormatDesc {
  int X, Y, Z, W;
  cudaChannelFormatKind Kind;
} cudaChannelFormatDesc;

/* The driver's CUresourcetype has the same numbers. */
typedef struct cudaResourceDesc {
  CUresourcetype Type;
  union {
    CUarray Array;
    CUmipmappedArray Mipmap;
    struct {
      void *Pointer;
      cudaChannelFormatDesc Format;
      size_t Bytes;
    } Linear;
    struct {
      void *Pointer;
      cudaChannelFormatDesc Format;
      size_t Width, Height, Pitch;
    } Pitched;
    int Reserved[32];
  } Of;
  unsigned Flags;
} cudaResourceDesc;

typedef struct cudaTextureDesc {
  CUaddress_mode AddressModes[3];
  CUfilter_mode Filter;
  /* 0: integers are read as they are. */
  unsigned ReadsNormalized;
  int IsSRGB;
  float Border[4];
  int IsNormalized;
  unsigned MaxAnisotropy;
  CUfilter_mode LevelFilter;
  float LevelBias, MinLevel, MaxLevel;
  int DisablesTrilinear;
  int IsSeamless;
} cudaTextureDesc;

/* Of a stream or a launch. */
typedef struct cudaAttributeValue {
  char Bytes[64];
} cudaAttributeValue;

typedef struct cudaGraphInstantiateParams {
  unsigned long long Flags;
  CUstream UploadStream;
  CUgraphNode ErrorNode;
  int Result;
} cudaGraphInstantiateParams;

typedef struct cudaLaunchConfig {
  dim3 Grid, Block;
  size_t SharedBytes;
  CUstream Stream;
  CUlaunchAttribute *Attributes;
  unsigned NumAttributes;
} cudaLaunchConfig;

typedef struct cudaKernelNodeParams {
  const void *Function;
  dim3 Grid, Block;
  unsigned SharedBytes;
  void **Params;
  void **Extra;
} cudaKernelNodeParams;

typedef struct cudaGraphNodeParams {
  CUgraphNodeType Type;
  int Reserved0[3];
  union {
    long long Reserved1[29];
    cudaKernelNodeParams Kernel;
    struct {
      int Flags, Reserved[3];
      cudaMemcpy3DParms Copy;
    } Memcpy;
    /* The others are as the driver has them. */
    CUDA_MEMSET_NODE_PARAMS Set;
    CUDA_HOST_NODE_PARAMS Host;
    CUgraph Graph;
    CUevent Event;
    CUDA_MEM_ALLOC_NODE_PARAMS Alloc;
    void *Free;
    CUDA_CONDITIONAL_NODE_PARAMS Conditional;
  } Of;
  long long Reserved2;
} cudaGraphNodeParams;

typedef void (*cudaStreamCallback)(CUstream Stream, cudaError_t Status,
                                   void *Data);

#endif /* HEDDLE_CUDA_RUNTIME_TYPES_H */
