"""near.py A B PERCENT: the first "N cycles" of two reports differ by less."""
import re
import sys

first, second = (int(re.search(r"(\d+) cycles", open(path).read())[1]) for path in sys.argv[1:3])
off = 100 * (second / first - 1)
print(f"{first} and {second} cycles: {off:+.2f} %")
sys.exit(abs(off) >= float(sys.argv[3]) or first == second)
