# Every arrow between libraries that may exist. Configuring fails on another, and
# the test "layering" on an include that follows none, so that a new dependency
# is a decision someone made and reviewed here.
#
#   Compile side:  PTXParser -> PTXToLLVM -> Optimizer -> TeslaCodeGen
#   Run side:      Texture, TeslaDisassembler -> Machine -> SM, Sanitize -> Explore
#                  Machine -> Observe -> Timing
#                  SM -> HostCode -> HostTranslate
#   Joined:        both sides -> Runtime -> Session -> Jobs, Tuning, CAPI, DriverAPI
#   Shared:        Support, ABI, Object, TeslaInfo, TeslaDesc
#
# The run side never sees the compile side: it knows the chip from the MC layer
# only. The machine is what is executed; it never sees who executes it.
set(HEDDLE_MAY_USE_Support "")
set(HEDDLE_MAY_USE_Page "")
set(HEDDLE_MAY_USE_ABI               Support)
set(HEDDLE_MAY_USE_Intrinsics        ABI Support)
set(HEDDLE_MAY_USE_PTXParser         Support)
set(HEDDLE_MAY_USE_Format            PTXParser Support)
set(HEDDLE_MAY_USE_PTXToLLVM         Matrix PTXParser Builtins Intrinsics ABI Support)
set(HEDDLE_MAY_USE_Builtins          ABI Support)
set(HEDDLE_MAY_USE_Optimizer         Builtins Intrinsics ABI Support)
set(HEDDLE_MAY_USE_Object            FatBinary ABI Support)
set(HEDDLE_MAY_USE_Texture           Support)
set(HEDDLE_MAY_USE_Matrix            Support)
set(HEDDLE_MAY_USE_TeslaInfo "")
set(HEDDLE_MAY_USE_TeslaDesc         TeslaInfo Object ABI Support)
set(HEDDLE_MAY_USE_TeslaAsmParser    TeslaDesc TeslaInfo ABI Support)
set(HEDDLE_MAY_USE_TeslaDisassembler TeslaDesc TeslaInfo ABI Support)
set(HEDDLE_MAY_USE_TeslaCodeGen      TeslaDesc TeslaInfo Intrinsics Object ABI Support)
set(HEDDLE_MAY_USE_Inspect           TeslaDisassembler TeslaDesc TeslaInfo Object ABI Support)
set(HEDDLE_MAY_USE_Machine           Matrix Texture TeslaDisassembler TeslaDesc TeslaInfo Object ABI Support)
set(HEDDLE_MAY_USE_Decompile         Machine TeslaDisassembler TeslaDesc TeslaInfo Object ABI Support)
set(HEDDLE_MAY_USE_Observe           Machine Object ABI Support)
set(HEDDLE_MAY_USE_SM                Machine Texture Object ABI Support)
set(HEDDLE_MAY_USE_HostCode          SM Machine Object ABI Support)
set(HEDDLE_MAY_USE_HostTranslate     HostCode SM Machine Object ABI Support)
set(HEDDLE_MAY_USE_Sanitize          Machine Object ABI Support)
set(HEDDLE_MAY_USE_Explore           Sanitize SM Machine Object ABI Support)
# What judges the engine never sees it.
set(HEDDLE_MAY_USE_ChipFloat         ABI Support)
set(HEDDLE_MAY_USE_Judge             ABI ChipFloat Matrix PTXParser Support)
set(HEDDLE_MAY_USE_Model             ChipFloat Machine Texture ABI Support)
set(HEDDLE_MAY_USE_Timing            Machine Matrix Observe Object ABI Page Support)
set(HEDDLE_MAY_USE_Compiler          PTXParser PTXToLLVM Optimizer Intrinsics TeslaCodeGen
                                     TeslaAsmParser TeslaDesc TeslaInfo Object ABI
                                     Support)
set(HEDDLE_MAY_USE_LanguageServer    Format Compiler Inspect PTXParser Object ABI Support)
set(HEDDLE_MAY_USE_Runtime           SM Observe Machine Texture Compiler Object ABI Support)
set(HEDDLE_MAY_USE_Session           Runtime Explore HostTranslate SM Sanitize Timing Observe Machine
                                     Compiler Object ABI Support)
set(HEDDLE_MAY_USE_Debugger          Jobs Session Runtime Sanitize SM Observe Machine Compiler Object ABI
                                     Support)
set(HEDDLE_MAY_USE_Jobs              Session Runtime SM Machine Texture Compiler Object ABI Support)
set(HEDDLE_MAY_USE_Tuning            Jobs Session Runtime SM Machine Compiler Object ABI Page
                                     Support)
set(HEDDLE_MAY_USE_Explain           Inspect Compiler Object ABI Page Support)
set(HEDDLE_MAY_USE_CAPI              Inspect Jobs Session Runtime HostCode Sanitize SM Machine Compiler
                                     Object ABI Support)
set(HEDDLE_MAY_USE_FatBinary         Support)
set(HEDDLE_MAY_USE_Redirect          "")
set(HEDDLE_MAY_USE_DriverAPI         Debugger FatBinary Inspect Session Runtime Sanitize SM Machine Texture
                                     Compiler Object ABI Support)

# include/heddle/NAME belongs to library NAME; these folders are shared.
set(HEDDLE_HEADERS_ChipFloat         Model/ChipFloat.h)
set(HEDDLE_HEADERS_TeslaInfo         Backend/Tesla.h)
set(HEDDLE_HEADERS_TeslaDesc         Backend/TargetTables.h Backend/TeslaEnums.h)
set(HEDDLE_HEADERS_TeslaDisassembler Backend/InstructionDecoder.h)
set(HEDDLE_HEADERS_TeslaCodeGen      Backend/Pressure.h Backend/TeslaCodeGen.h)

function(heddle_check_layering)
  get_property(libraries GLOBAL PROPERTY HEDDLE_LIBRARIES)
  foreach(name ${libraries})
    if(NOT DEFINED HEDDLE_MAY_USE_${name})
      message(FATAL_ERROR "library ${name} has no line in cmake/Layering.cmake")
    endif()
    get_property(used GLOBAL PROPERTY HEDDLE_DEPENDS_${name})
    foreach(dep ${used})
      if(NOT dep IN_LIST HEDDLE_MAY_USE_${name})
        message(FATAL_ERROR
          "layering: ${name} -> ${dep} is not declared in cmake/Layering.cmake")
      endif()
    endforeach()
    get_target_property(folder Heddle${name} SOURCE_DIR)
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
    string(JOIN " " uses ${HEDDLE_MAY_USE_${name}})
    string(APPEND rows "library ${name} ${folder} ${uses}\n")
    foreach(header ${HEDDLE_HEADERS_${name}})
      string(APPEND rows "header ${header} ${name}\n")
    endforeach()
  endforeach()
  # For utils/check_layering.py, which looks at includes.
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/layering.txt CONTENT "${rows}")
endfunction()
