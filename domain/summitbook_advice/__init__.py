"""
What each legal action is worth, as far as it is known: for strong players, hints and reviews.

Pure like the domain, on which it stands, and which knows nothing of it. What is worth
how much is worked out from the content, a seat's view and its legal commands: there is
no table, no state and no seed from which anything hidden could come.
"""
