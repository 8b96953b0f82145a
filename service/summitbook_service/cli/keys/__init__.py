"""The `summitbook keys` commands: they work on the folder, which a running service reads again by itself."""
