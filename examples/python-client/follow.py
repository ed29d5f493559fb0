"""Prints every frame of /orders once, in order, and keeps the book of one market.

    python follow.py MARKET [SINCE]

SINCE is the first number of /orders to print, by default 1.
STREAMS_URL, STREAMS_ACCESS_KEY, STREAMS_SECRET_KEY and STREAMS_BROKER_ID name the server.
docs/other-languages.md explains every rule.
"""

import asyncio
import json
import signal
import sys
import time
from decimal import Decimal
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection

from connection import Account, Again, Channel, Stop, follow

MOST_REPEATS = 3
SNAPSHOT_SECONDS = 10


def show(value: dict) -> str:
    """Returns a decimal as text, with all of its up to 28 digits."""
    return show_nanos(nanos(value))


def nanos(value: dict) -> int:
    return value["units"] * 10**9 + value["nanos"]


def show_nanos(value: int) -> str:
    return format(Decimal(value).scaleb(-9).normalize(), "f")


class Orders(Channel):
    """Every frame once: resumes after the last one, drops duplicates, and notices gaps."""

    name = "orders"

    def __init__(self, since: int) -> None:
        # Everything up to this number was printed; None if nothing is known of the numbers.
        self.last: int | None = since - 1
        self.log_id: str | None = None
        self.is_live = False
        self.gap_after: int | None = None
        self.gaps = 0
        self.times_behind = 0

    def target(self) -> str:
        query = {}
        if self.last is not None:
            query["since"] = self.last + 1
            if self.log_id is not None:
                query["log_id"] = self.log_id
        return "/orders" + ("?" + urlencode(query) if query else "")

    async def opened(self, socket: ClientConnection, log_id: str | None) -> None:
        self.is_live = False
        self.check_log(log_id)

    async def take(self, socket: ClientConnection, frame: dict) -> None:
        match frame["type"]:
            case "heartbeat":
                payload = frame["payload"]
                self.check_log(payload.get("log_id"))
                self.interval = payload["interval_sec"]
                self.check_position(frame.get("seq"), frame.get("watermark_seq"))
            case "backlog_end":
                payload = frame["payload"]
                self.check_log(payload.get("log_id"))
                self.check_position(frame["seq"], payload["last_seq"])
            case "error":
                if self.last is not None and frame["seq"] > self.last:
                    self.gap(frame["seq"])
            case _:
                if "seq" in frame:
                    self.take_data(frame, frame["seq"])

    def take_data(self, frame: dict, seq: int) -> None:
        if self.last is not None and seq <= self.last:
            self.say(f"duplicate #{seq}")
        elif self.last is None or seq == self.last + 1:
            self.last = seq
            self.say(f"#{seq} {describe(frame)}")
        else:
            self.gap(seq)

    def check_position(self, seq: int | None, sent: int | None) -> None:
        """Judges a frame that says up to which number everything was sent."""
        stated = max(number for number in (seq, sent, 0) if number is not None)
        if self.last is None:
            self.last = stated
        if stated > self.last:
            self.gap(stated)
        if sent is not None and sent < self.last:
            self.times_behind += 1
            if self.times_behind == MOST_REPEATS:
                self.lost("behind")
            raise Again(f"the log ends at {sent}")
        self.times_behind = 0
        if not self.is_live:
            self.say(f"live after #{self.last}")
        self.is_live = True

    def check_log(self, log_id: str | None) -> None:
        if log_id is None or log_id == self.log_id:
            return
        if self.log_id is not None:
            self.lost("other_log")
            raise Again("another log")
        self.log_id = log_id

    def gap(self, seq: int) -> None:
        self.gaps = self.gaps + 1 if self.gap_after == self.last else 1
        self.gap_after = self.last
        what = f"gap: #{seq} after #{self.last}"
        if self.gaps == MOST_REPEATS:
            raise Stop(what)
        raise Again(what)

    def lost(self, reason: str) -> None:
        # A real program rebuilds here what it derived from the frames so far.
        self.say(f"RESYNC {reason}: what follows does not continue #{self.last}")
        self.last = None
        self.log_id = None
        self.times_behind = 0


def describe(frame: dict) -> str:
    payload = frame["payload"]
    match frame["type"]:
        case "order_update":
            wanted = f"{payload['side']} {show(payload['qty'])} {payload['token']}"
            price, status = show(payload["price"]), payload["status"]
            engine = payload["last_update_engine_seq"]
            return f"{payload['order_id']} {wanted} @ {price} {status} (engine {engine})"
        case "order_reject":
            return f"{payload['command_type']} refused: {payload['reason']}"
        case unknown:
            return unknown


class Book(Channel):
    """The book of a market, and its trades."""

    def __init__(self, market: str) -> None:
        self.name = f"book {market}"
        self.market = market
        self.bids: dict[int, int] = {}
        self.asks: dict[int, int] = {}
        self.md_seq = 0
        # Until a snapshot, the book is unknown, and may not be used.
        self.is_waiting = True
        self.snapshot_due = 0.0

    def target(self) -> str:
        return "/market-data"

    async def opened(self, socket: ClientConnection, log_id: str | None) -> None:
        self.is_waiting = True
        await self.request(socket, force_snapshot=False)

    async def request(self, socket: ClientConnection, *, force_snapshot: bool) -> None:
        frame = {"type": "subscribe", "markets": [self.market], "force_snapshot": force_snapshot}
        await socket.send(json.dumps(frame))
        self.snapshot_due = time.monotonic() + SNAPSHOT_SECONDS

    async def take(self, socket: ClientConnection, frame: dict) -> None:
        if frame["type"] == "error":
            if self.market in frame["payload"].get("details", {}).get("closed", []):
                raise Stop(f"the market {self.market} has ended")
        elif frame.get("market_id") == self.market and frame.get("md_seq") is not None:
            if not self.is_taken(frame):
                self.say(f"gap: #{frame['md_seq']} after #{self.md_seq}")
                # One request, however many frames are of no use until its snapshot.
                if not self.is_waiting:
                    await self.request(socket, force_snapshot=True)
                self.is_waiting = True
        if self.is_waiting and time.monotonic() >= self.snapshot_due:
            await self.request(socket, force_snapshot=True)

    def is_taken(self, frame: dict) -> bool:
        """Takes or drops a frame. Returns false if the book is not right any more."""
        kind, md_seq = frame["type"], frame["md_seq"]
        if kind == "book_snapshot":
            is_old = not self.is_waiting and md_seq < self.md_seq
            return is_old or self.apply(frame)
        if self.is_waiting:
            return True
        if kind == "heartbeat":
            return md_seq <= self.md_seq
        if kind not in ("book_diff", "trade") and md_seq <= self.md_seq:
            return True
        return md_seq == self.md_seq + 1 and self.apply(frame)

    def apply(self, frame: dict) -> bool:
        """Applies a frame. Returns false if it cannot be read."""
        try:
            what = self.change(frame)
        except (KeyError, TypeError):
            return False
        self.md_seq = frame["md_seq"]
        self.is_waiting = False
        self.say(f"#{self.md_seq} {frame['type']} {what}")
        return True

    def change(self, frame: dict) -> str:
        kind = frame["type"]
        if kind in ("book_snapshot", "book_diff"):
            if kind == "book_snapshot":
                self.bids.clear()
                self.asks.clear()
            set_levels(self.bids, frame["bids"])
            set_levels(self.asks, frame["asks"])
            bid, ask = (side[:1] for side in self.levels())
            return f"{''.join(bid) or 'no bids'} | {''.join(ask) or 'no asks'}"
        if kind == "trade":
            return f"{frame['taker_side']} {show(frame['qty'])} @ {show(frame['price'])}"
        return "of an unknown type"

    def levels(self) -> tuple[list[str], list[str]]:
        """Returns the levels of both sides, the best first."""

        def texts(side: dict[int, int], best_first: list[int]) -> list[str]:
            return [f"{show_nanos(side[price])} @ {show_nanos(price)}" for price in best_first]

        bids = texts(self.bids, sorted(self.bids, reverse=True))
        return bids, texts(self.asks, sorted(self.asks))

    def show_all(self) -> None:
        bids, asks = self.levels()
        if self.is_waiting:
            self.say("unknown")
        else:
            self.say(f"#{self.md_seq} bids {', '.join(bids)} | asks {', '.join(asks)}")


def set_levels(side: dict[int, int], levels: list[dict]) -> None:
    for level in levels:
        price, qty = nanos(level["price"]), nanos(level["qty"])
        if qty == 0:
            side.pop(price, None)
        else:
            side[price] = qty


async def main() -> int:
    account = Account()
    market, since = [*sys.argv[1:], "1"][:2]
    channels = [Orders(int(since)), Book(market)]
    tasks = [asyncio.create_task(follow(channel, account)) for channel in channels]
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, tasks[0].cancel)
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    # If one ends, so does the other.
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    channels[1].show_all()
    failures = [task.exception() for task in tasks if not task.cancelled()]
    for failure in failures:
        print(f"stopped: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
