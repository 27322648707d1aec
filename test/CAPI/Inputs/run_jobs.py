"""run_jobs.py LIBRARY JOB...: launches of jobs by ptx_run, a line each."""

import sys

sys.dont_write_bytecode = True
import ptx_run

library = ptx_run.Library(sys.argv[1])
passed = failed = 0
for job in sys.argv[2:]:
    for name, wrong in ptx_run.run_job(library, job):
        print(f"FAIL {name}: {wrong}" if wrong else f"PASS {name}")
        failed += wrong is not None
        passed += wrong is None
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
