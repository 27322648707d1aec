#!/usr/bin/env python3
"""change.py SCHEDULE FIELD VALUE: prints it with another value of a field, of the
first place where a warp gives way, or else of the schedule."""

import json
import sys

schedule = json.load(open(sys.argv[1]))
first = schedule["preemptions"][0]
where = first if sys.argv[2] in first else schedule
where[sys.argv[2]] = json.loads(sys.argv[3])
json.dump(schedule, sys.stdout)
