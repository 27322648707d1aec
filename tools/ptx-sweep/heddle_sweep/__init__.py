"""Sweeps over PTX kernels, job files and commands: docs/sweeps.md."""
