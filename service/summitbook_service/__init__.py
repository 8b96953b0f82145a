"""The Summitbook game service: whole games over gRPC, every one a recorded log."""
