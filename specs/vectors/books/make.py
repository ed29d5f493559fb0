"""Makes vectors.json: the book of one market after each frame, and what a reader decides.

Written from the rules of the contract (channel `market-data`, points 1 to 4), not from any client. A book
is a dict from price to quantity with exact fractions. Run it in this folder; it changes nothing when the
file is right.
"""

import json
from fractions import Fraction

BILLION = 10**9


def decimal(text):
    """'-0.5' -> {"units": 0, "nanos": -500000000}: both parts carry the sign."""
    nanos = Fraction(text) * BILLION
    assert nanos.denominator == 1
    sign = -1 if nanos < 0 else 1
    units, rest = divmod(abs(nanos.numerator), BILLION)
    return {"units": sign * units, "nanos": sign * rest}


def levels(pairs):
    return [{"price": decimal(price), "qty": decimal(qty)} for price, qty in pairs]


def show(book):
    """Bids from the highest price, asks from the lowest."""
    return {
        "bids": levels(sorted(book["bids"].items(), reverse=True)),
        "asks": levels(sorted(book["asks"].items())),
    }


def frame(kind, md_seq, bids=(), asks=()):
    made = {"type": kind, "md_seq": md_seq}
    if kind in ("book_snapshot", "book_diff"):
        made |= {"bids": levels(bids), "asks": levels(asks)}
    return made, bids, asks


def run(name, *frames):
    book, own, waits = {"bids": {}, "asks": {}}, None, True
    steps = []
    for made, bids, asks in frames:
        kind, md_seq = made["type"], made.get("md_seq")
        if kind == "book_snapshot":
            decision = "apply" if waits or md_seq >= own else "drop"
            if decision == "apply":
                book = {"bids": {}, "asks": {}}
        elif kind == "heartbeat":
            decision = "gap" if not waits and md_seq > own else "note"
        elif waits:
            decision = "drop"
        else:
            decision = "apply" if md_seq == own + 1 else "gap"
        if decision == "apply":
            own, waits = md_seq, False
            for side, changes in (("bids", bids), ("asks", asks)):
                for price, qty in changes:
                    if Fraction(qty) == 0:
                        book[side].pop(Fraction(price), None)
                    else:
                        book[side][Fraction(price)] = Fraction(qty)
        if decision == "gap":
            waits = True
        steps.append({"frame": made, "decision": decision, "md_seq": own, "waits": waits, "book": show(book)})
    return {"name": name, "steps": steps}


BIG = 2**53
cases = [
    run("a snapshot is the whole book", frame("book_snapshot", 7, [("0.61", "250"), ("0.60", "900")], [("0.63", "175.5")])),
    run("frames before the first snapshot are of no use",
        frame("book_diff", 6, [("0.5", "1")]), frame("trade", 7), frame("heartbeat", 7),
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_diff", 8, [("0.61", "251")])),
    run("a diff sets levels, and qty 0 deletes them",
        frame("book_snapshot", 7, [("0.61", "250"), ("0.60", "900")], [("0.63", "175.5")]),
        frame("book_diff", 8, [("0.61", "210"), ("0.59", "1")], [("0.63", "0"), ("0.64", "3")]),
        frame("book_diff", 9, [("0.61", "0")], [])),
    run("deleting a level that is not there is no error",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_diff", 8, [("0.60", "0")], [("0.9", "0")])),
    run("levels of one frame apply in their order",
        frame("book_snapshot", 7), frame("book_diff", 8, [("0.5", "1"), ("0.5", "0"), ("0.5", "2")])),
    run("a trade takes a number and leaves the book alone",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("trade", 8), frame("book_diff", 9, [("0.61", "1")])),
    run("a hole is a gap: nothing is applied until the next snapshot",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_diff", 9, [("0.61", "1")]),
        frame("book_diff", 10, [("0.61", "2")]), frame("book_snapshot", 10, [("0.61", "2")]),
        frame("book_diff", 11, [("0.61", "3")])),
    run("a number that repeats is a gap too",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_diff", 8, [("0.61", "1")]),
        frame("book_diff", 8, [("0.61", "2")])),
    run("a heartbeat ahead proves that a frame is missing",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("heartbeat", 7), frame("heartbeat", 8),
        frame("book_snapshot", 8, [("0.62", "1")])),
    run("a snapshot on demand repeats the number, a broadcast one takes the next",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_snapshot", 7, [("0.61", "250")]),
        frame("book_snapshot", 8, [("0.61", "250")]), frame("book_diff", 9, [("0.61", "1")])),
    run("an older snapshot is dropped",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_diff", 8, [("0.61", "1")]),
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_diff", 9, [("0.61", "2")])),
    run("after a gap any snapshot is taken, for it is the present state",
        frame("book_snapshot", 7, [("0.61", "250")]), frame("book_diff", 9, [("0.61", "1")]),
        frame("book_snapshot", 5, [("0.60", "4")]), frame("book_diff", 6, [("0.60", "5")])),
    run("prices and quantities stay exact",
        frame("book_snapshot", BIG, [("0.000000001", str(BIG + 1))], [("88123.456700001", "0.000000001")]),
        frame("book_diff", BIG + 1, [("0.000000001", str(BIG + 3) + ".000000001")], [("88123.456700002", "1")])),
    run("numbers beyond 2^53 keep every digit",
        frame("book_snapshot", BIG, [("0.5", "1")]), frame("book_diff", BIG + 1, [("0.5", "2")]),
        frame("book_diff", BIG + 3, [("0.5", "3")])),
]

with open("vectors.json", "w", encoding="utf-8", newline="\n") as file:
    json.dump({"cases": cases}, file, indent=1)
    file.write("\n")
