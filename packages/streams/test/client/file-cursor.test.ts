import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeClock } from "@specwright/runtime/testing";
import { fileCursor } from "@specwright/streams/client/file-cursor";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { orders } from "../sample-channels/sequenced-channels.ts";
import { alice, clientOf, startExchange, stopExchanges } from "./exchange.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-cursor-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(stopExchanges);

describe("a cursor in a file", () => {
  it("starts empty, and returns the saved position", async () => {
    const path = join(folder, "plain");
    const cursor = fileCursor(path, { intervalMs: 0 });
    expect(await cursor.load()).toBeUndefined();
    await cursor.save(9223372036854775807n);
    expect(await fileCursor(path).load()).toMatchObject({ seq: 9223372036854775807n });
  });

  it("writes at most once an interval, and the last place in the end", async () => {
    const path = join(folder, "throttled");
    const clock = fakeClock(5000);
    const cursor = fileCursor(path, { intervalMs: 100, clock });
    const kept = () => fileCursor(path).load();
    await cursor.save(1n);
    expect(await kept()).toEqual({ seq: 1n });
    for (let seq = 2n; seq <= 50n; seq += 1n) await cursor.save(seq);
    await clock.advance(99);
    expect(await kept()).toEqual({ seq: 1n });
    await clock.advance(1);
    await expect.poll(kept).toEqual({ seq: 50n });
    await cursor.save(51n);
    await cursor.save(52n);
    expect(await kept()).toEqual({ seq: 50n });
    await cursor.flush();
    expect(await kept()).toEqual({ seq: 52n });
    expect(clock.pending()).toBe(0);
    await cursor.flush();
  });

  it("writes the positions that were saved while a slow disk wrote the previous one", async () => {
    const path = join(folder, "slow");
    const timers = fakeClock();
    let nowMs = 5000;
    const clock = { ...timers, elapsed: () => nowMs };
    const cursor = fileCursor(path, { intervalMs: 100, clock });
    const first = cursor.save(1n);
    // The first is still being written, and its interval is over.
    nowMs += 200;
    await Promise.all([first, cursor.save(2n)]);
    await timers.advance(100);
    await expect.poll(() => fileCursor(path).load()).toEqual({ seq: 2n });
  });

  it.each(["", "7", "x\n", "-1\n", "99999999999999999999\n"])(
    "is not guessed from a file that holds %j",
    async (text) => {
      const path = join(folder, "broken");
      await writeFile(path, text);
      await expect(fileCursor(path).load()).rejects.toMatchObject({ code: "cursor_unreadable" });
    },
  );

  it("that cannot be written ends the stream", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(3);
    const resume = fileCursor(join(folder, "no", "such", "folder"));
    const stream = clientOf(exchange.url()).transport.open(
      orders,
      { query: { since: 1n } },
      { resume },
    );
    await expect(stream.run(() => {})).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("reports a write that failed later at the next save", async () => {
    const inside = await mkdtemp(join(folder, "gone-"));
    const clock = fakeClock();
    const cursor = fileCursor(join(inside, "cursor"), { intervalMs: 10, clock });
    await cursor.save(1n);
    await rm(inside, { recursive: true });
    await cursor.save(2n);
    await clock.advance(10);
    await expect
      .poll(() => cursor.save(3n).then(String, (error: NodeJS.ErrnoException) => error.code))
      .toBe("ENOENT");
    await expect(cursor.flush()).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is written at the end, before the interval is over", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(40);
    const path = join(folder, "left");
    const resume = fileCursor(path, { intervalMs: 60_000 });
    const open = clientOf(exchange.url()).transport;
    const stream = open.open(orders, { query: { since: 1n } }, { resume });
    for await (const frame of stream) {
      // Leaving the loop does not confirm the current message; requesting the next one would.
      if (frame.type === "order_update" && frame.seq === 30n) break;
    }
    expect(await fileCursor(path).load()).toMatchObject({ seq: 29n });
  });
});

describe("a consumer that is killed repeatedly", () => {
  it("misses nothing and counts nothing twice", { timeout: 300_000 }, async () => {
    const exchange = await startExchange({ settings: { maxConnectionsPerKey: 1000 } });
    const cursor = join(folder, "killed.cursor");
    const ledger = join(folder, "killed.ledger");
    const script = new URL("cursor-reader.ts", import.meta.url).pathname;
    const args = [exchange.url(), alice.accessKey, alice.secretKey, cursor, ledger];
    const lines = async (): Promise<readonly string[]> =>
      (await readFile(ledger, "utf8").catch(() => "")).split("\n");
    const counted = async (): Promise<readonly string[]> =>
      (await lines()).filter((line) => line.startsWith("counted "));

    let published = 0;
    for (let round = 0; round < 6; round += 1) {
      const before = (await counted()).length;
      const child = spawn(
        process.execPath,
        ["--conditions=@specwright/source", "--no-warnings", script, ...args],
        { stdio: ["ignore", "ignore", "inherit"] },
      );
      const ended = once(child, "exit");
      // Killed while frames arrive, some time after its first.
      for (;;) {
        const done = (await counted()).length;
        if (done >= before + 20 + round * 7) break;
        // While it starts, which may take long, enough frames are ready for it.
        if (published - done < 200) {
          await exchange.publishMany(10);
          published += 10;
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      child.kill("SIGKILL");
      await ended;
      await exchange.publishMany(15);
      published += 15;
    }
    const child = spawn(
      process.execPath,
      ["--conditions=@specwright/source", "--no-warnings", script, ...args],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    const ended = once(child, "exit");
    await expect.poll(async () => (await counted()).length, { timeout: 60_000 }).toBe(published);
    child.kill("SIGKILL");
    await ended;

    const want = Array.from({ length: published }, (_, at) => `counted ${at + 1}`);
    expect(await counted()).toEqual(want);
    const all = await lines();
    expect(all.filter((line) => line === "started")).toHaveLength(7);
    // Only the first start reads from the beginning, because the position was stored.
    const starts = all.flatMap((line, at) => (line === "started" ? [all[at + 1] ?? ""] : []));
    const places = starts.map((line) => Number(line.split(" ")[1]));
    expect(places.slice(1).every((place) => place > 1)).toBe(true);
  });
});
