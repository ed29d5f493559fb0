import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { Inbox } from "../../../src/server/connection/inbox.ts";
import { TokenBucket } from "../../../src/server/connection/token-bucket.ts";
import { Turns } from "../../../src/server/connection/turns.ts";

const clock = fakeClock();

interface Line {
  readonly inbox: Inbox;
  readonly handled: string[];
  readonly happened: string[];
  readonly socket: { receivedBytes?: number; paused: boolean };
  send(...texts: readonly string[]): void;
}

interface LineOptions {
  /** The requests that may be sent at once; 10 times fewer a second. */
  readonly burst?: number;
  readonly maxBytes?: number;
  readonly turns?: Turns;
  readonly handle?: (text: string, inbox: Inbox) => void;
}

function start({
  burst,
  maxBytes = 1_000_000,
  turns = new Turns(16),
  handle,
}: LineOptions = {}): Line {
  const handled: string[] = [];
  const happened: string[] = [];
  const socket: Line["socket"] & { pause(): void; resume(): void } = {
    paused: false,
    pause: () => void Object.assign(socket, { paused: true }),
    resume: () => void Object.assign(socket, { paused: false }),
  };
  const inbox: Inbox = new Inbox({
    socket,
    clock,
    limits: burst === undefined ? [] : [new TokenBucket({ perSecond: burst / 10, burst }, clock)],
    turns,
    maxBytes,
    handle: ({ data }) => {
      handled.push(String(data));
      handle?.(String(data), inbox);
    },
    limited: () => happened.push("limited"),
    full: () => happened.push("full"),
  });
  return {
    inbox,
    handled,
    happened,
    socket,
    send(...texts) {
      for (const text of texts) inbox.push({ data: Buffer.from(text), binary: false });
    },
  };
}

function numbers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => String(at));
}

/** Lets others have their turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("an inbox", () => {
  it("hands on frames at once", () => {
    const { send, handled, socket } = start();
    send("a", "b");
    expect(handled).toEqual(["a", "b"]);
    expect(socket.paused).toBe(false);
  });

  it("lets others have their turn after 16 frames, and keeps the order", async () => {
    const { send, handled, socket } = start();
    send(...numbers(40));
    expect(handled).toEqual(numbers(16));
    expect(socket.paused).toBe(true);
    await turn();
    expect(handled).toEqual(numbers(32));
    await turn();
    await turn();
    expect(handled).toEqual(numbers(40));
    expect(socket.paused).toBe(false);
  });

  it("shares its turn with the other connections of its client, one after another", async () => {
    const turns = new Turns(16);
    const [first, second] = [start({ turns }), start({ turns })];
    first.send(...numbers(40));
    second.send(...numbers(20));
    const counts: string[] = [];
    for (let left = 6; left > 0; left -= 1) {
      counts.push(`${first.handled.length} ${second.handled.length}`);
      await turn();
    }
    expect(counts).toEqual(["16 0", "32 0", "32 16", "40 20", "40 20", "40 20"]);
    expect([first.socket.paused, second.socket.paused]).toEqual([false, false]);
  });

  it("hands on nothing while it is held", async () => {
    const { send, handled, socket, inbox } = start();
    inbox.hold();
    send("a", "b");
    await turn();
    expect([handled, socket.paused]).toEqual([[], true]);
    inbox.release();
    expect([handled, socket.paused]).toEqual([["a", "b"], false]);
  });

  it("stays held if the session cannot take more in the middle", () => {
    const { send, handled, socket, inbox } = start({
      handle: (text, inbox) => {
        if (text === "b") inbox.hold();
      },
    });
    send("a", "b", "c");
    expect([handled, socket.paused]).toEqual([["a", "b"], true]);
    inbox.release();
    expect([handled, socket.paused]).toEqual([["a", "b", "c"], false]);
  });

  it("does not read a client beyond its limit until it has a token again", async () => {
    const { send, handled, happened, socket } = start({ burst: 10 });
    send(...numbers(12));
    expect(handled).toEqual(numbers(10));
    expect([happened, socket.paused]).toEqual([["limited"], true]);
    await clock.advance(999);
    expect(handled).toHaveLength(10);
    await clock.advance(1);
    expect(handled).toHaveLength(11);
    await clock.advance(1_000);
    expect([handled, socket.paused]).toEqual([numbers(12), true]);
    await clock.advance(1_000);
    expect([happened, socket.paused]).toEqual([Array(3).fill("limited"), false]);
  });

  it.each([
    ["keys that a frame names", (line: Line) => line.inbox.charge(9)],
    ["the bytes of long frames", (line: Line) => line.send("x".repeat(8 * 512))],
    [
      "the bytes of fragments, which are more than those of the frame",
      (line: Line) => {
        line.socket.receivedBytes = 8 * 512;
        line.send("x");
      },
    ],
  ])("counts %s", (_, act) => {
    const line = start({ burst: 10 });
    act(line);
    expect(line.happened).toEqual([]);
    line.send("y");
    expect(line.happened).toEqual(["limited"]);
  });

  it("says when more waits than may", () => {
    const { send, happened, inbox } = start({ maxBytes: 10 });
    inbox.hold();
    send("12345", "67890");
    expect(happened).toEqual([]);
    send("1");
    expect(happened).toEqual(["full"]);
  });

  it("returns the unhandled frames when it is closed", async () => {
    const { send, handled, inbox } = start();
    send(...numbers(18));
    expect(inbox.close().map(({ data }) => String(data))).toEqual(["16", "17"]);
    await turn();
    expect(handled).toHaveLength(16);
  });
});
