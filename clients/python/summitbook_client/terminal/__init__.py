"""A game in a terminal: drawn, told and played from what the server sends."""
