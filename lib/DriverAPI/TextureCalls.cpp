//===- TextureCalls.cpp - Calls about texture and surface objects ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"

namespace heddle::driver {
namespace {

/// Copies the member \p Of of the object \p Found to \p To.
template <typename T, typename Object>
CUresult describe(T *To, const Object *Found, const T Object::*Of) {
  if (!To || !Found)
    return CUDA_ERROR_INVALID_VALUE;
  *To = Found->*Of;
  return CUDA_SUCCESS;
}

/// A surface counts the faces of a cube as layers.
void makeFacesLayers(texture::TextureLayout &L) {
  if (L.Kind != texture::Shape::Cube)
    return;
  L.Layers = L.slices();
  L.Kind = texture::Shape::TwoD;
}

} // namespace

namespace calls {

CUresult TexObjectCreate(CUtexObject *Result,
                         const CUDA_RESOURCE_DESC *Resource,
                         const CUDA_TEXTURE_DESC *How,
                         const CUDA_RESOURCE_VIEW_DESC *View) {
  if (!Result || !Resource || !How)
    return CUDA_ERROR_INVALID_VALUE;
  ReadImage Image;
  if (CUresult R = resolveResource(*Resource, View, Image); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = resolveSampler(*How, Image); R != CUDA_SUCCESS)
    return R;
  TextureObject Made;
  Made.Owner = &Driver::get().context();
  Made.Resource = *Resource;
  Made.How = *How;
  if (View)
    Made.View = *View;
  *Result = Driver::get().Images.add(std::move(Made), Image);
  return CUDA_SUCCESS;
}

// No handle at all is nothing to destroy.
CUresult TexObjectDestroy(CUtexObject Handle) {
  return !Handle || Driver::get().Images.removeTexture(Handle)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult TexObjectGetResourceDesc(CUDA_RESOURCE_DESC *Result,
                                  CUtexObject Handle) {
  return describe(Result, Driver::get().Images.findTexture(Handle),
                  &TextureObject::Resource);
}

CUresult TexObjectGetTextureDesc(CUDA_TEXTURE_DESC *Result,
                                 CUtexObject Handle) {
  return describe(Result, Driver::get().Images.findTexture(Handle),
                  &TextureObject::How);
}

CUresult TexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *Result,
                                      CUtexObject Handle) {
  const TextureObject *Found = Driver::get().Images.findTexture(Handle);
  if (!Result || !Found || !Found->View)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = *Found->View;
  return CUDA_SUCCESS;
}

CUresult SurfObjectCreate(CUsurfObject *Result,
                          const CUDA_RESOURCE_DESC *Resource) {
  if (!Result || !Resource || Resource->resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  ReadImage Image;
  if (CUresult R = resolveResource(*Resource, nullptr, Image);
      R != CUDA_SUCCESS)
    return R;
  makeFacesLayers(Image.Layout);
  SurfaceObject Made;
  Made.Owner = &Driver::get().context();
  Made.Resource = *Resource;
  *Result = Driver::get().Images.add(std::move(Made), Image);
  return CUDA_SUCCESS;
}

CUresult SurfObjectDestroy(CUsurfObject Handle) {
  return !Handle || Driver::get().Images.removeSurface(Handle)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult SurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *Result,
                                   CUsurfObject Handle) {
  return describe(Result, Driver::get().Images.findSurface(Handle),
                  &SurfaceObject::Resource);
}

} // namespace calls
} // namespace heddle::driver
