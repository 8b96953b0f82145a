"""Mountaineering: a plan for the team, and an estimate of its chance. See docs/advice.md."""
