//===- LevelThresholds.h - Logarithms in 256ths of levels -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TEXTURE_LEVELTHRESHOLDS_H
#define HEDDLE_LIB_TEXTURE_LEVELTHRESHOLDS_H

namespace heddle::texture {

/// Number n, from 0 on, is the smallest f64 from 2^((n + 1/2) / 128) on: where
/// 128 times the binary logarithm is rounded to n + 1.
inline constexpr double LevelThresholds[128] = {
    0x1.00b1afa5abcbfp+0, 0x1.02168143b0281p+0, 0x1.037d42e11bbcdp+0,
    0x1.04e5f72f654b2p+0, 0x1.0650a0e3c1f89p+0, 0x1.07bd42b72a837p+0,
    0x1.092bdf66607e0p+0, 0x1.0a9c79b1f391ap+0, 0x1.0c0f145e46c86p+0,
    0x1.0d83b23395decp+0, 0x1.0efa55fdfa9c5p+0, 0x1.1073028d7233fp+0,
    0x1.11edbab5e2ab6p+0, 0x1.136a814f204abp+0, 0x1.14e95934f312ep+0,
    0x1.166a45471c3c3p+0, 0x1.17ed48695bbc1p+0, 0x1.1972658375d30p+0,
    0x1.1af99f8138a1dp+0, 0x1.1c82f95281c6cp+0, 0x1.1e0e75eb44027p+0,
    0x1.1f9c18438ce4dp+0, 0x1.212be3578a81ap+0, 0x1.22bdda27912d2p+0,
    0x1.2451ffb82140bp+0, 0x1.25e85711ece76p+0, 0x1.2780e341ddf2ap+0,
    0x1.291ba7591bb70p+0, 0x1.2ab8a66d10f13p+0, 0x1.2c57e39771b2fp+0,
    0x1.2df961f64158ap+0, 0x1.2f9d24abd886bp+0, 0x1.31432edeeb2fep+0,
    0x1.32eb83ba8ea32p+0, 0x1.3496266e3fa2dp+0, 0x1.36431a2de883bp+0,
    0x1.37f26231e754ap+0, 0x1.39a401b7140efp+0, 0x1.3b57fbfec6cf5p+0,
    0x1.3d0e544ede174p+0, 0x1.3ec70df1c5175p+0, 0x1.40822c367a025p+0,
    0x1.423fb2709468ap+0, 0x1.43ffa3f84b9d5p+0, 0x1.45c2042a7d232p+0,
    0x1.4786d668b3237p+0, 0x1.494e1e192aed2p+0, 0x1.4b17dea6db7d7p+0,
    0x1.4ce41b817c115p+0, 0x1.4eb2d81d8abffp+0, 0x1.508417f4531efp+0,
    0x1.5257de83f4eefp+0, 0x1.542e2f4f6ad28p+0, 0x1.56070dde910d2p+0,
    0x1.57e27dbe2c4cfp+0, 0x1.59c0827ff07ccp+0, 0x1.5ba11fba87a03p+0,
    0x1.5d84590998b93p+0, 0x1.5f6a320dceb71p+0, 0x1.6152ae6cdf6f5p+0,
    0x1.633dd1d1929fep+0, 0x1.652b9febc8fb7p+0, 0x1.671c1c70833f6p+0,
    0x1.690f4b19e9539p+0, 0x1.6b052fa75173fp+0, 0x1.6cfdcddd47646p+0,
    0x1.6ef9298593ae5p+0, 0x1.70f7466f42e88p+0, 0x1.72f8286ead08ap+0,
    0x1.74fbd35d7cbfep+0, 0x1.77024b1ab6e0ap+0, 0x1.790b938ac1cf7p+0,
    0x1.7b17b0976cfdbp+0, 0x1.7d26a62ff86f1p+0, 0x1.7f3878491c491p+0,
    0x1.814d2add106dap+0, 0x1.8364c1eb941f8p+0, 0x1.857f4179f5b21p+0,
    0x1.879cad931a437p+0, 0x1.89bd0a4785810p+0, 0x1.8be05bad61779p+0,
    0x1.8e06a5e0866d9p+0, 0x1.902fed0282c8bp+0, 0x1.925c353aa2fe2p+0,
    0x1.948b82b5f98e5p+0, 0x1.96bdd9a7670b3p+0, 0x1.98f33e47a22a3p+0,
    0x1.9b2bb4d53fe0dp+0, 0x1.9d674194bb8d5p+0, 0x1.9fa5e8d07f29ep+0,
    0x1.a1e7aed8eb8bcp+0, 0x1.a42c980460ad8p+0, 0x1.a674a8af46053p+0,
    0x1.a8bfe53c12e59p+0, 0x1.ab0e521356ebbp+0, 0x1.ad5ff3a3c2775p+0,
    0x1.afb4ce622f2ffp+0, 0x1.b20ce6c9a8953p+0, 0x1.b468415b749b1p+0,
    0x1.b6c6e29f1c52bp+0, 0x1.b928cf22749e4p+0, 0x1.bb8e0b79a6f1fp+0,
    0x1.bdf69c3f3a207p+0, 0x1.c06286141b33dp+0, 0x1.c2d1cd9fa652cp+0,
    0x1.c544778fafb23p+0, 0x1.c7ba88988c933p+0, 0x1.ca3405751c4dbp+0,
    0x1.ccb0f2e6d1675p+0, 0x1.cf3155b5bab74p+0, 0x1.d1b532b08c969p+0,
    0x1.d43c8eacaa1d7p+0, 0x1.d6c76e862e6d4p+0, 0x1.d955d71ff6076p+0,
    0x1.dbe7cd63a8315p+0, 0x1.de7d5641c0658p+0, 0x1.e11676b197d17p+0,
    0x1.e3b333b16ee12p+0, 0x1.e653924676d76p+0, 0x1.e8f7977cdb740p+0,
    0x1.eb9f4867cca6fp+0, 0x1.ee4aaa2188511p+0, 0x1.f0f9c1cb6412ap+0,
    0x1.f3ac948dd7274p+0, 0x1.f6632798844f9p+0, 0x1.f91d802243c89p+0,
    0x1.fbdba3692d514p+0, 0x1.fe9d96b2a23dap+0,
};

} // namespace heddle::texture

#endif // HEDDLE_LIB_TEXTURE_LEVELTHRESHOLDS_H
