// The clients in examples/ that were written from docs/other-languages.md, with the real service: it is
// killed, its clock is wrong, the network loses, duplicates and delays frames, and its log is replaced.

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ProxyHooks, startProxy } from "../../packages/conformance/test/faulty-proxy.ts";
import { type FaultKey, faultKeys, prepareService, waitUntil } from "../faults/service-process.ts";
import { withFolder } from "../faults/with-folder.ts";
import { createExchange, type Exchange, MARKET } from "./exchange.ts";
import { languages, runIn } from "./languages.ts";
import { type Client, startClient } from "./start-client.ts";

const MINUTES_10 = 600_000;
const [key] = faultKeys(1) as [FaultKey];
const env = { STREAMS_HEARTBEAT_MS: "1000", STREAMS_RECONNECT_WINDOW_MS: "500" };
const printed = ({ lines }: Client, pattern: RegExp): readonly string[] =>
  lines.filter((line) => pattern.test(line));

describe.each(languages)("the client in $name", ({ folder: sources, command, tests, advice }) => {
  if (command === undefined) {
    test("needs its language", (context) => context.skip(advice));
    return;
  }

  test("passes its own tests", () => {
    expect(runIn(sources, tests)).not.toContain("failed");
  });

  test("prints every frame once, while the service is killed and its clock is wrong", () =>
    withFolder(async (folder, undo) => {
      const clockFile = join(folder, "clock");
      const clock = new URL("../faults/shifted-clock.ts", import.meta.url);
      clock.searchParams.set("file", clockFile);
      await writeFile(clockFile, String(MINUTES_10));
      const nodeArgs = [`--import=${clock.href}`];
      const service = await prepareService(
        { folder, env: { ...env, STREAMS_SNAPSHOT_MS: "700" }, nodeArgs },
        [key],
      );
      undo(() => service.end("SIGKILL"));
      await service.start();
      const exchange = createExchange(service, key);
      exchange.publish();
      await waitUntil(() => service.unanswered() === 0, "the market is open");
      const publishing = setInterval(() => exchange.publish(), 10);
      undo(() => clearInterval(publishing));
      const client = startClient(command, [MARKET], service.url, key);
      undo(() => client.end("SIGKILL"));

      for (const signal of ["SIGKILL", "SIGKILL", "SIGTERM"] as const) {
        await hasPrinted(client, exchange);
        await service.end(signal);
        // The last clock is wrong in the other direction.
        if (signal === "SIGTERM") await writeFile(clockFile, String(-MINUTES_10));
        await service.start();
      }
      await hasPrinted(client, exchange);
      clearInterval(publishing);
      await hasPrinted(client, exchange);

      expect(await client.end("SIGTERM")).toBe(0);
      expect(client.errors()).toBe("");
      expect(printed(client, /^orders #/)).toEqual(exchange.orderLines());
      expect(exchange.bookFaults(client.lines)).toEqual([]);
      expect(client.lines.at(-1)).toMatch(/^book M0 #\d+ bids .* \| asks /);
      expect(printed(client, /gap|duplicate|RESYNC/)).toEqual([]);
      // The server may refuse both channels, once for each of the two wrong clocks.
      const refused = printed(client, /HTTP 401 clock_skew/).length;
      expect([2, 3, 4]).toContain(refused);
      expect(printed(client, /^orders disconnected: close 1001 /)).toHaveLength(1);
    }));

  test("detects lost, duplicated and delayed frames, with numbers beyond 2^53", () =>
    withFolder(async (folder, undo) => {
      const service = await prepareService({ folder, env }, [key]);
      undo(() => service.end("SIGKILL"));
      await service.start();
      const exchange = createExchange(service, key, BEYOND);
      exchange.publish();
      await waitUntil(() => service.unanswered() === 0, "the market is open");
      const line = faultyLine();
      const proxy = await startProxy(service.url, line, () => key);
      undo(() => proxy.stop());
      const client = startClient(command, [MARKET, String(BEYOND + 1n)], proxy.url, key);
      undo(() => client.end("SIGKILL"));
      await client.line(/^orders live/);
      await client.line(/book_snapshot/);
      await waitUntil(() => line.beats() > 0, "the client knows the interval");
      for (let count = 0; count < 15; count += 1) {
        // The second frame shows that the first was lost. More would be in flight while the client
        // reconnects.
        exchange.publish();
        exchange.publish();
        await hasPrinted(client, exchange);
      }

      expect(await client.end("SIGTERM")).toBe(0);
      expect(client.errors()).toBe("");
      expect(printed(client, /^orders #/)).toEqual(exchange.orderLines());
      expect(exchange.bookFaults(client.lines)).toEqual([]);
      const faults = [
        ...printed(client, /^orders (?:duplicate|disconnected)|gap:/),
        ...client.lines.flatMap((line) => /since=\d+/.exec(line)?.[0] ?? []),
      ];
      const found = faults.map((line) => line.replace(/; again in .*/, "")).toSorted();
      expect(found, client.lines.join("\n")).toEqual(
        [
          `orders disconnected: gap: #${BEYOND + 9n} after #${BEYOND + 7n}`,
          `orders duplicate #${BEYOND + 12n}`,
          "orders disconnected: silence",
          expect.stringMatching(/^book M0 gap: /),
          expect.stringMatching(/^book M0 gap: /),
          `since=${BEYOND + 1n}`,
          `since=${BEYOND + 8n}`,
          `since=${BEYOND + 16n}`,
        ].toSorted((left, right) => (String(left) < String(right) ? -1 : 1)),
      );
    }));

  test("reports that the log was replaced, and continues with the new one", () =>
    withFolder(async (folder, undo) => {
      const service = await prepareService({ folder, env }, [key]);
      undo(() => service.end("SIGKILL"));
      await service.start();
      const exchange = createExchange(service, key);
      for (let count = 0; count < 5; count += 1) exchange.publish();
      await waitUntil(() => service.unanswered() === 0, "the market is open");
      const client = startClient(command, [MARKET], service.url, key);
      undo(() => client.end("SIGKILL"));
      await client.line(/^orders #5 /);
      await service.end("SIGKILL");
      await rm(join(folder, "log"), { recursive: true });
      await service.start();
      const publishing = setInterval(() => exchange.publish(), 50);
      undo(() => clearInterval(publishing));
      await client.line(/^orders RESYNC other_log/);
      const reported = client.lines.findIndex((line) => line.includes("RESYNC"));
      const numbersIn = (lines: readonly string[]): readonly number[] =>
        lines.flatMap((line) => /^orders #(\d+)/.exec(line)?.[1] ?? []).map(Number);
      const later = (): readonly number[] => numbersIn(client.lines.slice(reported));
      await waitUntil(() => later().length > 5, "the client reads the other log");
      clearInterval(publishing);
      await hasPrinted(client, exchange);

      expect(await client.end("SIGTERM")).toBe(0);
      expect(numbersIn(client.lines.slice(0, reported))).toEqual([1, 2, 3, 4, 5]);
      const [first = 0] = later();
      expect(later()).toEqual(later().map((_, at) => first + at));
      expect(printed(client, /RESYNC/)).toHaveLength(1);
    }));

  test.each([
    ["a wrong secret", { secretKey: "00".repeat(32) }, "HTTP 401 bad_signature"],
    ["an unknown key", { accessKey: "ak-nobody" }, "HTTP 401 unknown_key"],
  ])("stops with %s", (_, change, reason) =>
    withFolder(async (folder, undo) => {
      const service = await prepareService({ folder, env }, [key]);
      undo(() => service.end("SIGKILL"));
      await service.start();
      const client = startClient(command, [MARKET], service.url, { ...key, ...change });
      undo(() => client.end("SIGKILL"));
      expect(await client.ended()).toBe(1);
      expect(client.errors()).toContain(reason);
      expect(printed(client, /#/)).toEqual([]);
    }),
  );
});

/** Added to the numbers of all frames, so that doubles cannot hold them. */
const BEYOND = 2n ** 53n;

/** Waits until a client has printed everything that was published before this call. */
async function hasPrinted(client: Client, exchange: Exchange): Promise<void> {
  const isPrinted = exchange.newest();
  await waitUntil(() => isPrinted(client.lines), "the client has printed everything");
}

/** A connection that adds to all numbers, and causes each fault once. */
function faultyLine(): ProxyHooks & { beats(): number } {
  const done = new Set<string>();
  const once = (fault: string): boolean => !done.has(fault) && done.add(fault).has(fault);
  let isMuted = false;
  let beats = 0;
  return {
    beats: () => beats,
    target({ target }) {
      isMuted = false;
      return target.replace(/since=(\d+)/, (_, since) => `since=${BigInt(since) - BEYOND}`);
    },
    frame({ text, type, value, atMs }, { channel }) {
      const shifted = text.replaceAll(
        /"(seq|watermark_seq|last_seq|md_seq)":(\d+)/g,
        (_, name, number) => `"${name}":${BigInt(number) + BEYOND}`,
      );
      const frame = { text: shifted, type, value, atMs };
      const number = Number(value["seq"] ?? value["md_seq"]);
      if (channel === "orders") {
        if (type === "heartbeat") beats += 1;
        isMuted ||= number === 16 && once("mute");
        if (isMuted || (number === 8 && once("drop"))) return [];
        if (number === 12 && once("double")) return [frame, frame];
        // A later contract may have frames that the client does not know.
        if (number === 14) return [frame, { type: "$later", ts_ns: 1 }];
      }
      if (type === "book_diff" && number > 10 && once("drop a diff")) return [];
      if (type === "book_diff" && number > 20 && once("double a diff")) return [frame, frame];
      return [frame];
    },
  };
}
