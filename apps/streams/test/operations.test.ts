import { CodecError } from "@specwright/runtime";
import { serveOperations } from "@specwright/service/operator";
import { LogError } from "@specwright/streams/log";
import { PublishRefusal } from "@specwright/streams/server";
import { createAccessKeys, createStreamsService, logLines } from "@specwright/streams-service";
import { expect, test } from "vitest";
import { isAtFault } from "../src/is-at-fault.ts";
import { createMetrics } from "../src/operations/create-metrics.ts";
import { StreamsAppError } from "../src/streams-app-error.ts";

test("health, readiness and metrics are on a separate port", async () => {
  const service = createStreamsService({ accessKeys: createAccessKeys() });
  const metrics = createMetrics(() => service.statistics());
  let ready = false;
  const { url, close } = await serveOperations({
    host: "127.0.0.1",
    port: 0,
    metrics,
    isReady: () => ready,
  });
  const get = async (path: string): Promise<readonly [number, string]> => {
    const response = await fetch(url + path);
    return [response.status, await response.text()];
  };
  expect(await get("/healthz")).toEqual([200, "ok\n"]);
  expect((await get("/readyz"))[0]).toBe(503);
  ready = true;
  expect((await get("/readyz"))[0]).toBe(200);
  expect((await get("/readyz?verbose"))[0]).toBe(200);
  expect((await get("/other"))[0]).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);

  metrics.committed("orders", 0.002);
  metrics.rejected("orders", new PublishRefusal("unknown_member", "no such member"));
  metrics.rejected("orders", new LogError("log_unavailable", "no answer"));
  metrics.unreadable("market-data", new CodecError("decode", []));
  metrics.unreadable("x".repeat(1_000), new StreamsAppError("bad_command", "no such channel"));
  const [status, text] = await get("/metrics");
  expect(status).toBe(200);
  expect(text).toContain("streams_pending_bytes 0");
  expect(text).toContain("streams_sent_frames_total 0");
  expect(text).toContain('streams_commit_seconds_bucket{le="0.0025",channel="orders"} 1');
  expect(
    text.split("\n").filter((line) => /^streams_(refused|failed)_publishes/.test(line)),
  ).toEqual([
    'streams_refused_publishes_total{channel="orders",code="unknown_member"} 1',
    'streams_refused_publishes_total{channel="market-data",code="decode"} 1',
    'streams_refused_publishes_total{channel="unknown",code="bad_command"} 1',
    'streams_failed_publishes_total{channel="orders",code="log_unavailable"} 1',
  ]);
  expect(text).toContain("streams_limited_total 0");
  expect(text).toContain("process_resident_memory_bytes");
  await close();
  await service.close();
});

test.each<readonly [string, unknown, boolean]>([
  ["a frame that breaks its schema", new CodecError("decode", []), true],
  ["a value that is not listed", new PublishRefusal("unlisted_value", "no"), true],
  ["a malformed command", new StreamsAppError("bad_command", "no"), true],
  ["an unreachable log", new LogError("log_unavailable", "no"), false],
  ["a full disk", new LogError("log_full", "no"), false],
  ["another publisher", new LogError("writer_fenced", "no"), false],
  ["a damaged log", new LogError("log_corrupt", "no"), false],
  ["an earlier frame that was refused", new PublishRefusal("behind_refused", "no"), false],
  ["too many frames", new PublishRefusal("overloaded", "no"), false],
  ["a defect", new TypeError("no"), false],
])("%s is the fault of the command or not", (_, error, expected) => {
  expect(isAtFault(error)).toBe(expected);
});

test("a log line has a level, a time and an event, and the message and code of an error", () => {
  const lines: string[] = [];
  const logger = logLines({ write: (line) => void lines.push(line) });
  logger({ level: "warn", event: "resume_ahead", channel: "orders", error: new Error("no") });
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    level: "warn",
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    event: "resume_ahead",
    channel: "orders",
    error: "no",
  });
});
