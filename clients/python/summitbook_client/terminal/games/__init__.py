"""How each game looks in a terminal: one module a game, named as the game is, with its `SCREEN`."""
