"""Makes checksums.json: books with the checksums that venues publish or compute over them.

The texts are built here from the rules and hashed by zlib, and must agree with what the venue published.
Run it in this folder; it changes nothing when the file is right.
"""

import json
import zlib

KRAKEN = {"levels": 10, "layout": "asksThenBids", "format": "digits"}
BITFINEX = {"levels": 25, "layout": "interleaved", "format": "ecmascript", "joiner": ":", "negativeAsks": True, "signed": True}
OKX = {"levels": 25, "layout": "interleaved", "format": "shortest", "joiner": ":", "signed": True}


def digits(text):
    return text.replace(".", "").lstrip("0")


def shortest(text):
    return text.rstrip("0").rstrip(".") if "." in text else text


def ecmascript(text):
    """Python writes a float as JavaScript does, but for the exponent's form and where it begins."""
    value = float(text)
    if value == int(value):
        return str(int(value))
    written = repr(value)
    if "e" not in written:
        return written
    mantissa, exponent = written.split("e")
    if int(exponent) < -6:
        return f"{mantissa}e{int(exponent)}"
    return shortest(f"{value:.20f}"[: 2 - int(exponent) + len(mantissa.replace(".", "")) - 1])


FORMATS = {"digits": digits, "shortest": shortest, "ecmascript": ecmascript}


def text_of(rule, bids, asks):
    write = FORMATS[rule["format"]]
    minus = "-" if rule.get("negativeAsks") else ""
    bids = [[write(price), write(qty)] for price, qty in bids[: rule["levels"]]]
    asks = [[write(price), minus + write(qty)] for price, qty in asks[: rule["levels"]]]
    if rule["layout"] == "asksThenBids":
        levels = asks + bids
    else:
        depth = max(len(bids), len(asks))
        levels = [side[rank] for rank in range(depth) for side in (bids, asks) if rank < len(side)]
    return rule.get("joiner", "").join(cell for level in levels for cell in level)


def case(name, rule, bids, asks, published=None):
    text = text_of(rule, bids, asks)
    checksum = zlib.crc32(text.encode())
    if rule.get("signed") and checksum >= 2**31:
        checksum -= 2**32
    assert published in (None, checksum), (name, text, checksum)
    return {"name": name, "published": published is not None, "rule": rule, "bids": bids, "asks": asks, "text": text, "checksum": checksum}


def pairs(text):
    return [line.split() for line in text.strip().splitlines()]


KRAKEN_BIDS = pairs("""
45283.5 0.10000000
45283.4 1.54582015
45282.1 0.10000000
45281.0 0.10000000
45280.3 1.54592586
45279.0 0.07990000
45277.6 0.03310103
45277.5 0.30000000
45277.3 1.54602737
45276.6 0.15445238
""")
KRAKEN_ASKS = pairs("""
45285.2 0.00100000
45286.4 1.54571953
45286.6 1.54571109
45289.6 1.54560911
45290.2 0.15890660
45291.8 1.54553491
45294.7 0.04454749
45296.1 0.35380000
45297.5 0.09945542
45299.5 0.18772827
""")

cases = [
    case("Kraken's example of a book of ten levels", KRAKEN, KRAKEN_BIDS, KRAKEN_ASKS, 3310070434),
    case("levels after the tenth do not count", KRAKEN, KRAKEN_BIDS + [["45276.5", "1.00000000"]], KRAKEN_ASKS + [["45300.0", "1.00000000"]], 3310070434),
    case("one side alone", KRAKEN, [], KRAKEN_ASKS),
    case("levels written with different digits", KRAKEN, [["0.50", "1"], ["0.4", "2.50"]], [["0.6", "100.0"]]),
    case("Bitfinex's example of two levels", BITFINEX, [["6000", "1"], ["5900", "2"]], [["6100", "3"], ["6200", "4"]], 1756193398),
    case("one side is longer than the other", BITFINEX, [["6000", "1"], ["5900", "2"], ["5800", "0.5"]], [["6100", "3"]]),
    case("small numbers have an exponent, and the smallest without one is 0.000001", BITFINEX,
         [["0.000001", "0.0000012"], ["0.00000099", "1.50"]], [["0.00000123456", "0.0000001"], ["0.0001", "1000000"]]),
    case("an empty book", OKX, [], []),
    case("zeros at the end do not count", OKX, [["3366.10", "7"], ["3366.0", "6.50"]], [["3366.8", "9"], ["3368.00", "8"]]),
]

with open("checksums.json", "w", encoding="utf-8", newline="\n") as file:
    json.dump({"cases": cases}, file, indent=1)
    file.write("\n")
