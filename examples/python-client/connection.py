"""Keeps one channel connected: signs each upgrade, notices silence, and decides what follows an end."""

import asyncio
import hashlib
import json
import os
import random
import time
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.frames import Close
from websockets.http11 import Response

EMPTY_BODY = hashlib.blake2b(b"", digest_size=32).hexdigest()
SILENT_INTERVALS = 2.5
STABLE_SECONDS = 10
FIRST_LIMIT_SECONDS = 0.25
MOST_LIMIT_SECONDS = 20
# Faults of this program, which do not disappear on another attempt, and the normal end.
FINAL_CODES = {1000, 1002, 1003, 1007, 1008, 1009, 1010}
TEMPORARY_STATUSES = {408, 425, 429}


class Stop(Exception):
    """The channel has ended, and another attempt would not help."""


class Again(Exception):
    """The connection has ended, and another one follows.

    It follows after `wait` seconds, by default after the backoff, and not before `least` seconds.
    """

    def __init__(self, reason: str, wait: float | None = None, least: float = 0):
        super().__init__(reason)
        self.wait = wait
        self.least = least


class ClockCorrected(Again):
    """The clock was wrong, and is right now."""


class Channel:
    """What a channel makes of its connections."""

    name: str
    # The heartbeat interval in seconds, until the server states another one.
    interval: float = 15

    def target(self) -> str:
        """Returns the path and query to request, below the stream address."""
        raise NotImplementedError

    async def opened(self, socket: ClientConnection, log_id: str | None) -> None:
        """Called when a connection was accepted, with the log that it reads from."""

    async def take(self, socket: ClientConnection, frame: dict) -> None:
        """Takes a frame. Raises `Again` if the connection is of no use any more."""
        raise NotImplementedError

    def lost(self, reason: str) -> None:
        """Called when the server cannot continue where this client stopped."""

    def say(self, text: str) -> None:
        print(f"{self.name} {text}", flush=True)


class Account:
    """The address, the keys, and by how much the clock of this machine is wrong."""

    def __init__(self) -> None:
        self.url = os.environ["STREAMS_URL"]
        self.access_key = os.environ["STREAMS_ACCESS_KEY"]
        self.secret_key = os.environ["STREAMS_SECRET_KEY"]
        self.broker_id = os.environ["STREAMS_BROKER_ID"]
        self.clock_error = timedelta()

    def headers(self, path: str) -> dict[str, str]:
        now = datetime.now(timezone.utc) + self.clock_error
        timestamp = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {
            "PRE-ACCESS-KEY": self.access_key,
            "PRE-ACCESS-TIMESTAMP": timestamp,
            "PRE-ACCESS-SIGNATURE": sign(
                self.secret_key, self.broker_id, self.access_key, path, timestamp
            ),
        }

    def correct_clock(self, server_time: str) -> None:
        self.clock_error = datetime.fromisoformat(server_time) - datetime.now(timezone.utc)


def sign(secret_key: str, broker_id: str, access_key: str, path: str, timestamp: str) -> str:
    lines = ["GET", path, timestamp, "", broker_id, access_key, EMPTY_BODY]
    text = "".join(line + "\n" for line in lines)
    return hashlib.blake2b(text.encode(), key=bytes.fromhex(secret_key), digest_size=32).hexdigest()


async def follow(channel: Channel, account: Account) -> None:
    """Keeps a channel connected. Raises `Stop` when another attempt would not help."""
    limit = FIRST_LIMIT_SECONDS
    attempts = 0
    corrected = False
    while True:
        connection = Connection(channel, account)
        again = await connection.run()
        if isinstance(again, ClockCorrected):
            if corrected:
                raise Stop(str(again))
            corrected = True
        elif connection.opened_at is not None:
            corrected = False
        attempts = attempts + 1 if connection.opened_at is None else 0
        if connection.seconds() >= STABLE_SECONDS:
            limit = FIRST_LIMIT_SECONDS
        wait = again.wait
        if wait is None:
            wait = max(again.least, random.uniform(0, limit))
            limit = min(2 * limit, MOST_LIMIT_SECONDS)
        failed = f" ({attempts} attempts have failed)" if attempts >= 3 else ""
        channel.say(f"disconnected: {again}; again in {wait:.3f} s{failed}")
        await asyncio.sleep(wait)


class Connection:
    """One attempt to connect, and the connection that it leads to."""

    def __init__(self, channel: Channel, account: Account) -> None:
        self.channel = channel
        self.account = account
        self.opened_at: float | None = None
        self.has_received = False
        self.error: dict = {}

    def seconds(self) -> float:
        """Returns how long it has lasted."""
        return 0 if self.opened_at is None else time.monotonic() - self.opened_at

    async def run(self) -> Again:
        """Reads until the connection ends. Returns how it ended."""
        try:
            await self.read()
        except Again as again:
            return again
        except InvalidStatus as refusal:
            return self.after_refusal(refusal.response)
        except ConnectionClosed as closed:
            frame = closed.rcvd or Close(1006, "")
            return self.after_close(frame.code, frame.reason)
        except (OSError, EOFError, InvalidHandshake) as error:
            return Again(str(error) or type(error).__name__)

    async def read(self) -> None:
        channel, account = self.channel, self.account
        target = channel.target()
        base = account.url.rstrip("/")
        # What is signed has to be what is sent.
        path = urlsplit(base).path + target
        channel.say(f"connecting: {path}")
        async with connect(
            base + target,
            additional_headers=account.headers(path),
            open_timeout=10,
            close_timeout=1,
            max_size=16 * 2**20,
        ) as socket:
            self.opened_at = time.monotonic()
            await channel.opened(socket, socket.response.headers.get("Log-Id"))
            while True:
                try:
                    async with asyncio.timeout(SILENT_INTERVALS * channel.interval):
                        text = await socket.recv()
                except TimeoutError:
                    raise Again("silence") from None
                frame = json.loads(text)
                if frame["type"] == "error":
                    self.error = frame["payload"]
                    channel.say(f"error {self.error['code']}: {self.error['message']}")
                self.has_received = True
                await channel.take(socket, frame)

    def after_close(self, code: int, reason: str) -> Again:
        error = self.error.get("code", reason)
        details = self.error.get("details", {})
        what = f"close {code} {error}".strip()
        if code == 4009 and error == "resume_too_old":
            self.channel.lost(details.get("reason", "too_old"))
            return Again(what)
        if code == 4401:
            return self.after_unauthorized(what, details)
        if code in FINAL_CODES or (code == 4009 and error == "protocol_version"):
            raise Stop(what)
        if code == 4008 and self.has_received:
            return Again(what, wait=0)
        if code == 1001 and reason.startswith("retry_ms="):
            return Again(what, wait=int(reason.removeprefix("retry_ms=")) / 1000)
        return Again(what)

    def after_refusal(self, response: Response) -> Again:
        status = response.status_code
        problem = read_problem(response.body)
        what = f"HTTP {status} {problem.get('reason', problem.get('code', ''))}".strip()
        if status == 401:
            return self.after_unauthorized(what, problem)
        if status in TEMPORARY_STATUSES or status >= 500:
            after = response.headers.get("Retry-After", "")
            return Again(what, least=min(int(after), 300) if after.isdecimal() else 0)
        raise Stop(what)

    def after_unauthorized(self, what: str, details: dict) -> Again:
        if details.get("reason") != "clock_skew":
            raise Stop(what)
        self.account.correct_clock(details["server_time"])
        seconds = self.account.clock_error.total_seconds()
        return ClockCorrected(f"{what}: this clock is {-seconds:.0f} s ahead", wait=0)


def read_problem(body: bytes) -> dict:
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
