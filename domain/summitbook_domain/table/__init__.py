"""What all games share: making a game, taking seats, starting, absence, ending."""
