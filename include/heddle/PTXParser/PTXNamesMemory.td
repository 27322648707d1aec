//===- PTXNamesMemory.td - Modifiers of memory -------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Caches.
def ModL2CacheHint : Modifier<"L2::cache_hint">;
def ModL2EvictFirst : Modifier<"L2::evict_first">;
def ModL2EvictUnchanged : Modifier<"L2::evict_unchanged">;

// Images.
def Mod1d : Modifier<"1d">;
def Mod2d : Modifier<"2d">;
def Mod3d : Modifier<"3d">;
def Mod4d : Modifier<"4d">;
def Mod5d : Modifier<"5d">;
def ModA1d : Modifier<"a1d">;
def ModA2d : Modifier<"a2d">;
def ModCube : Modifier<"cube">;
def ModAcube : Modifier<"acube">;
def Mod2dms : Modifier<"2dms">;
def ModA2dms : Modifier<"a2dms">;
def ModBase : Modifier<"base">;
def ModLevel : Modifier<"level">;
def ModGrad : Modifier<"grad">;
def ModA : Modifier<"a">;
def ModB : Modifier<"b">;
def ModG : Modifier<"g">;
def ModTrap : Modifier<"trap">;
def ModZero : Modifier<"zero">;
def ModP : Modifier<"p">;

// Queries.
def ModWidth : Modifier<"width">;
def ModHeight : Modifier<"height">;
def ModDepth : Modifier<"depth">;
def ModChannelDataType : Modifier<"channel_data_type">;
def ModChannelOrder : Modifier<"channel_order">;
def ModNormalizedCoords : Modifier<"normalized_coords">;
def ModArraySize : Modifier<"array_size">;
def ModNumMipmapLevels : Modifier<"num_mipmap_levels">;
def ModNumSamples : Modifier<"num_samples">;
def ModFilterMode : Modifier<"filter_mode">;
def ModAddrMode0 : Modifier<"addr_mode_0">;
def ModAddrMode1 : Modifier<"addr_mode_1">;
def ModAddrMode2 : Modifier<"addr_mode_2">;
def ModForceUnnormalizedCoords : Modifier<"force_unnormalized_coords">;
def ModMemoryLayout : Modifier<"memory_layout">;
def ModTexref : Modifier<"texref">;
def ModSamplerref : Modifier<"samplerref">;
def ModSurfref : Modifier<"surfref">;

// Asynchronous copies.
def ModAsync : Modifier<"async">;
def ModBulkGroup : Modifier<"bulk_group">;
def ModMbarrierCompleteTxBytes : Modifier<"mbarrier::complete_tx::bytes">;
def ModMulticastCluster : Modifier<"multicast::cluster">;
def ModMulticastClusterAll : Modifier<"multicast::cluster::all">;
def ModCpMask : Modifier<"cp_mask">;
def ModNoinc : Modifier<"noinc">;
def ModRead : Modifier<"read">;
def ModTile : Modifier<"tile">;
def ModTileGather4 : Modifier<"tile::gather4">;
def ModTileScatter4 : Modifier<"tile::scatter4">;
def ModIm2col : Modifier<"im2col">;
def ModIm2colW : Modifier<"im2col::w">;
def ModIm2colW128 : Modifier<"im2col::w::128">;
def ModIm2colNoOffs : Modifier<"im2col_no_offs">;

// Barriers and fences.
def ModNoComplete : Modifier<"noComplete">;
def ModExpectTx : Modifier<"expect_tx">;
def ModParity : Modifier<"parity">;
def ModAlias : Modifier<"alias">;
def ModAsyncGeneric : Modifier<"async::generic">;
def ModTensormap : Modifier<"tensormap">;
def ModTensormapGeneric : Modifier<"tensormap::generic">;
def ModSyncRestrictSharedCluster : Modifier<"sync_restrict::shared::cluster">;
def ModSyncRestrictSharedCta : Modifier<"sync_restrict::shared::cta">;
def ModMbarrierInit : Modifier<"mbarrier_init">;
def ModProxy : Modifier<"proxy">;

// Descriptors of tensors.
def ModBoxDim : Modifier<"box_dim">;
def ModGlobalDim : Modifier<"global_dim">;
def ModElementStride : Modifier<"element_stride">;
def ModGlobalStride : Modifier<"global_stride">;
def ModGlobalAddress : Modifier<"global_address">;
def ModRank : Modifier<"rank">;
def ModElemtype : Modifier<"elemtype">;
def ModInterleaveLayout : Modifier<"interleave_layout">;
def ModSwizzleMode : Modifier<"swizzle_mode">;
def ModSwizzleAtomicity : Modifier<"swizzle_atomicity">;
def ModFillMode : Modifier<"fill_mode">;

// Others.
def ModFractional : Modifier<"fractional">;
def ModRange : Modifier<"range">;
def ModCvt : Modifier<"cvt">;
def ModAccF16 : Modifier<"acc::f16">;
def ModAccF32 : Modifier<"acc::f32">;
def ModLaunchDependents : Modifier<"launch_dependents">;
def ModIsCanceled : Modifier<"is_canceled">;
def ModGetFirstCtaid : Modifier<"get_first_ctaid">;
def ModGetFirstCtaidX : Modifier<"get_first_ctaid::x">;
def ModGetFirstCtaidY : Modifier<"get_first_ctaid::y">;
def ModGetFirstCtaidZ : Modifier<"get_first_ctaid::z">;

// The groups of slots.
def GrpCacheHint : ModGroup;
def GrpEvictL2 : ModGroup;
def GrpGeometry : ModGroup;
def GrpMipMode : ModGroup;
def GrpComponent : ModGroup;
def GrpSurfaceMode : ModGroup;
def GrpClamp : ModGroup;
def GrpQuery : ModGroup;
def GrpOpaqueType : ModGroup;
def GrpSourceSpace : ModGroup;
def GrpCompletion : ModGroup;
def GrpMulticast : ModGroup;
def GrpByteMask : ModGroup;
def GrpTensorMode : ModGroup;
def GrpArriveMode : ModGroup;
def GrpPolicy : ModGroup;
def GrpPolicySecond : ModGroup;
def GrpAsync : ModGroup;
def GrpRead : ModGroup;
def GrpAction : ModGroup;
def GrpNoInc : ModGroup;
def GrpRestrict : ModGroup;
def GrpField : ModGroup;
def GrpAccumulator : ModGroup;
def GrpParity : ModGroup;
def GrpPrimary : ModGroup;
def GrpTile : ModGroup;
