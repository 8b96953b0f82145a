"""How secrets are searched for."""

import base64


def spellings(secret: bytes) -> dict[str, bytes]:
    """Every way in which 32 bytes are likely to be written down."""
    hexed = secret.hex()
    return {
        "raw": secret,
        "hex": hexed.encode(),
        "HEX": hexed.upper().encode(),
        "base64": base64.b64encode(secret).rstrip(b"="),
        "base64url": base64.urlsafe_b64encode(secret).rstrip(b"="),
        "decimal": str(int.from_bytes(secret, "big")).encode(),
        "little-endian decimal": str(int.from_bytes(secret, "little")).encode(),
        "list": ", ".join(map(str, secret)).encode(),
        "repr": repr(secret)[2:-1].encode(),
    }
