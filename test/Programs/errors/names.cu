// Names and texts of errors.
#include <cstdio>

int main() {
  const int codes[] = {0,   1,   2,   3,   9,   13,  21,  35,  46,  52,  98,  100,
                       101, 200, 201, 209, 218, 222, 400, 500, 600, 700, 701, 702,
                       704, 710, 712, 713, 715, 716, 719, 720, 801, 900, 999, 12345};
  for (int code : codes)
    printf("%d %s: %s\n", code, cudaGetErrorName(cudaError_t(code)),
           cudaGetErrorString(cudaError_t(code)));
}

// Prints:
//   0 cudaSuccess: no error
//   1 cudaErrorInvalidValue: invalid argument
//   2 cudaErrorMemoryAllocation: out of memory
//   3 cudaErrorInitializationError: initialization error
//   9 cudaErrorInvalidConfiguration: invalid configuration argument
//   13 cudaErrorInvalidSymbol: invalid device symbol
//   21 cudaErrorInvalidMemcpyDirection: invalid copy direction for memcpy
//   35 cudaErrorInsufficientDriver: CUDA driver version is insufficient for CUDA runtime version
//   46 cudaErrorDevicesUnavailable: CUDA-capable device(s) is/are busy or unavailable
//   52 cudaErrorMissingConfiguration: __global__ function call is not configured
//   98 cudaErrorInvalidDeviceFunction: invalid device function
//   100 cudaErrorNoDevice: no CUDA-capable device is detected
//   101 cudaErrorInvalidDevice: invalid device ordinal
//   200 cudaErrorInvalidKernelImage: device kernel image is invalid
//   201 cudaErrorDeviceUninitialized: invalid device context
//   209 cudaErrorNoKernelImageForDevice: no kernel image is available for execution on the device
//   218 cudaErrorInvalidPtx: a PTX JIT compilation failed
//   222 cudaErrorUnsupportedPtxVersion: the provided PTX was compiled with an unsupported toolchain.
//   400 cudaErrorInvalidResourceHandle: invalid resource handle
//   500 cudaErrorSymbolNotFound: named symbol not found
//   600 cudaErrorNotReady: device not ready
//   700 cudaErrorIllegalAddress: an illegal memory access was encountered
//   701 cudaErrorLaunchOutOfResources: too many resources requested for launch
//   702 cudaErrorLaunchTimeout: the launch timed out and was terminated
//   704 cudaErrorPeerAccessAlreadyEnabled: peer access is already enabled
//   710 cudaErrorAssert: device-side assert triggered
//   712 cudaErrorHostMemoryAlreadyRegistered: part or all of the requested memory range is already mapped
//   713 cudaErrorHostMemoryNotRegistered: pointer does not correspond to a registered memory region
//   715 cudaErrorIllegalInstruction: an illegal instruction was encountered
//   716 cudaErrorMisalignedAddress: misaligned address
//   719 cudaErrorLaunchFailure: unspecified launch failure
//   720 cudaErrorCooperativeLaunchTooLarge: too many blocks in cooperative launch
//   801 cudaErrorNotSupported: operation not supported
//   900 cudaErrorStreamCaptureUnsupported: operation not permitted when stream is capturing
//   999 cudaErrorUnknown: unknown error
//   12345 unrecognized error code: unrecognized error code
