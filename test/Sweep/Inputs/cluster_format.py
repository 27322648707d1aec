"""How lit runs the tests of this folder: as all others, but one whose daemons do
not run on this machine is skipped, with their words."""

import re

import lit.formats
import lit.Test


class ClusterTest(lit.formats.ShTest):
    def execute(self, test, lit_config):
        result = super().execute(test, lit_config)
        # FileCheck quotes such words elsewhere.
        reason = re.search(r"^(?:# \| )?(no daemons of Slurm here: .*)",
                           result.output, re.MULTILINE)
        if result.code is lit.Test.FAIL and reason:
            return lit.Test.Result(
                lit.Test.UNSUPPORTED,
                f"unavailable features: slurm-daemons\n{reason[1]}\n")
        return result
