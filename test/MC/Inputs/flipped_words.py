"""Flips bits of known words: what is an instruction comes back from its text, bit for bit.

flipped_words.py VECTORS CHIP SEED: each bit alone, and some together."""

import random
import re
import subprocess
import sys


def text_of(word, halves):
    return " ".join(f"{word >> 32 * half & 0xffffffff:08x}" for half in range(halves))


def words_of(path, seed):
    chance = random.Random(seed)
    found = []
    for line in open(path):
        if line.startswith("#"):
            continue
        parts = line.split("\t")[0].split()
        word = sum(int(part, 16) << 32 * half for half, part in enumerate(parts))
        bits = 32 * len(parts)
        found.append((word, len(parts)))
        # The lowest bit says how long the instruction is.
        found += [(word ^ 1 << bit, len(parts)) for bit in range(1, bits)]
        for _ in range(10):
            other = word
            for _ in range(chance.randint(2, 4)):
                other ^= 1 << chance.randrange(1, bits)
            found.append((other, len(parts)))
    return found


def tesla_mc(text, *options):
    return subprocess.run(["tesla-mc", *options], input=text, capture_output=True, text=True)


def main():
    vectors, chip, seed = sys.argv[1:4]
    words = words_of(vectors, int(seed))
    shown = tesla_mc("".join(text_of(*word) + "\n" for word in words), "-disassemble", f"-mcpu={chip}")
    refused = {int(number) for number in re.findall(r"^<stdin>:(\d+):\d+: error", shown.stderr, re.M)}
    words = [word for number, word in enumerate(words, 1) if number not in refused]
    lines = shown.stdout.splitlines()
    assert len(words) == len(lines), (len(words), len(lines))
    back = tesla_mc(shown.stdout, "-show-encoding", f"-mcpu={chip}")
    assert back.returncode == 0, back.stderr[:2000]
    encoded = re.findall(r"encoding: \[([^]]*)\]", back.stdout)
    assert len(encoded) == len(lines), (len(encoded), len(lines))
    lost = 0
    for (word, halves), line, encoding in zip(words, lines, encoded):
        made = bytes(int(byte, 16) for byte in encoding.split(","))
        if made != word.to_bytes(4 * halves, "little"):
            print(f"{text_of(word, halves)}: {line}: comes back as {made.hex(' ')}")
            lost += 1
    print(f"{len(words)} words, {lost} come back as others")


main()
