"""Makes vectors.json: what a reader of a sequenced channel decides about each frame.

Written from the rules of the contract (channel `orders`, points 1 to 7), not from any client. Run it in
this folder; it changes nothing when the file is right.
"""

import json

DATA, REPEAT, WATERMARK = "data", "repeat", "watermark"


def decide(case):
    """Follows the rules with one fact in hand: `have`, up to which number everything wanted came."""
    have = case["since"] - 1 if "since" in case else None
    for step in case["steps"]:
        if step["frame"] == "connect":
            # A new connection asks for the first number that is still missing.
            step["decision"] = "live" if have is None else "since=%d" % (have + 1)
        elif step["frame"] == "too_old":
            step["decision"] = "resync"
            have = None
        else:
            seq = step["seq"]
            if step["frame"] == DATA and have is not None and seq <= have:
                step["decision"] = "drop"
            elif have is not None and seq > have + (step["frame"] == DATA) and not case["filtered"]:
                step["decision"] = "gap"
            elif step["frame"] == DATA:
                step["decision"] = "deliver"
                have = seq
            else:
                step["decision"] = "note"
                if step["frame"] == WATERMARK and (have is None or seq > have):
                    have = seq
        step["next"] = None if have is None else have + 1
    return case


def data(*seqs):
    return [{"frame": DATA, "seq": seq} for seq in seqs]


def repeat(seq):
    return {"frame": REPEAT, "seq": seq}


def watermark(seq):
    return {"frame": WATERMARK, "seq": seq}


CONNECT = {"frame": "connect"}
TOO_OLD = {"frame": "too_old"}
BIG = 2**53

cases = [
    {"name": "live tail: the first frame sets the place", "filtered": False, "steps": data(41, 42, 43)},
    {"name": "resume: the number asked for is included", "filtered": False, "since": 42, "steps": data(42, 43)},
    {"name": "what was applied is dropped", "filtered": False, "since": 42, "steps": data(40, 41, 42, 42, 43)},
    {"name": "a data frame that skips numbers is a gap, and the reconnect asks for what is missing",
     "filtered": False, "since": 42, "steps": data(42, 44) + [dict(CONNECT)] + data(43, 44, 45)},
    {"name": "a gap moves nothing, however often it shows", "filtered": False, "since": 1,
     "steps": data(1, 5, 6) + [dict(CONNECT)]},
    {"name": "with a filter numbers only rise", "filtered": True, "since": 42, "steps": data(45, 50, 50, 49, 51)},
    {"name": "with a filter a watermark moves the resume point", "filtered": True, "since": 42,
     "steps": data(45) + [watermark(60), dict(CONNECT)] + data(61)},
    {"name": "a watermark never moves back", "filtered": True, "since": 42,
     "steps": data(45) + [watermark(60), watermark(50), dict(CONNECT)]},
    {"name": "a heartbeat repeats the last number", "filtered": False, "since": 42,
     "steps": data(42) + [repeat(42), repeat(41), repeat(0)] + data(43)},
    {"name": "a heartbeat ahead proves that a frame is missing", "filtered": False, "since": 42,
     "steps": data(42) + [repeat(43), dict(CONNECT)]},
    {"name": "a watermark ahead proves it too, where everything matches", "filtered": False, "since": 42,
     "steps": data(42) + [watermark(43), dict(CONNECT)]},
    {"name": "with a filter a heartbeat ahead proves nothing", "filtered": True, "since": 42,
     "steps": data(42) + [repeat(44)] + data(45)},
    {"name": "before the first frame of a live tail nothing is missing", "filtered": False,
     "steps": [repeat(7), dict(CONNECT)] + data(9, 10)},
    {"name": "on a live tail with a filter a watermark sets the place", "filtered": True,
     "steps": [watermark(7), dict(CONNECT)] + data(9)},
    {"name": "a resume point that is too old means to start anew", "filtered": False, "since": 42,
     "steps": [dict(TOO_OLD), dict(CONNECT)] + data(9001, 9002)},
    {"name": "numbers beyond 2^53 keep every digit", "filtered": False, "since": BIG,
     "steps": data(BIG, BIG + 1, BIG + 3) + [dict(CONNECT)] + data(BIG + 2, BIG + 3)},
]

with open("vectors.json", "w", encoding="utf-8", newline="\n") as file:
    json.dump({"cases": [decide(case) for case in cases]}, file, indent=2)
    file.write("\n")
