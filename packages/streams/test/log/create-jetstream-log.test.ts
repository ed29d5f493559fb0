import { rm } from "node:fs/promises";
import { LogError, logErrorCodes, type SequencedLog } from "@specwright/streams/log";
import {
  connectNats,
  createJetStreamLog,
  type LogNotice,
  type NatsConnection,
} from "@specwright/streams/log/jetstream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  engineSuite,
  orders,
  plainRecord,
  readAll,
  record,
  recordNumbers,
  records,
} from "./engine-suite.ts";
import { findNatsServer, type NatsServer, startNatsServer } from "./nats-server.ts";
import { numberedRecord } from "./numbered-record.ts";
import { removeStreams } from "./remove-streams.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const program = findNatsServer();

it.skipIf(program !== undefined)("needs nats-server", (test) => {
  const message = "nats-server is not installed (apt-get install nats-server)";
  if (process.env["CI"] === "true") throw new Error(message);
  test.skip(message);
});

describe.skipIf(program === undefined)("createJetStreamLog", () => {
  let folder: string;
  let server: NatsServer;
  let places = 0;

  beforeAll(async () => {
    folder = await temporaryFolder();
    server = await startNatsServer(program ?? "", folder);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  function newPrefix(): string {
    places += 1;
    return `t${places}`;
  }

  function open(prefix: string, more: object = {}): Promise<SequencedLog> {
    // Test machines are busy, hence the long timeout.
    const settings = { servers: server.url, prefix, replicas: 1, timeoutMs: 20_000, notify() {} };
    return createJetStreamLog({ ...settings, ...more });
  }

  engineSuite({
    durable: true,
    runs: 12,
    async place() {
      const prefix = newPrefix();
      return {
        open: (options) => open(prefix, options),
        openReader: () => open(prefix),
        clear: () => removeStreams(server.url, prefix),
        pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        remove: async () => {},
      };
    },
  });

  it("T5 fences off a second writer while the first lives, and names the first", async () => {
    const prefix = newPrefix();
    const notices: LogNotice[] = [];
    const notify = (notice: LogNotice): void => void notices.push(notice);
    const [one, two] = [await open(prefix), await open(prefix, { notify })];
    await one.append(orders, records(1n, 2));
    const refused = two.append(orders, records(3n, 2));
    await expect(refused).rejects.toMatchObject({ name: "LogError", code: "writer_fenced" });
    await expect(refused).rejects.toThrow(`process ${process.pid} on `);
    expect(logErrorCodes.writer_fenced).toContain("Stop one of the two");
    expect(notices.filter(({ event }) => event === "writer_fenced")).toMatchObject([
      { level: "error" },
    ]);
    // Also refused on other streams and later: it has missed the records of the first writer.
    const other = two.append({ ...orders, channelId: "accounting" }, records(1n, 1));
    await expect(other).rejects.toMatchObject({ code: "writer_fenced" });
    expect(await one.append(orders, records(3n, 1))).toEqual({ first: 3n, last: 3n });
    await one.close();
    await expect(two.append(orders, records(4n, 1))).rejects.toMatchObject({
      code: "writer_fenced",
    });
    expect(recordNumbers(await readAll(two, 1n))).toEqual([1n, 2n, 3n]);
    const three = await open(prefix);
    expect(await three.append(orders, records(4n, 1))).toEqual({ first: 4n, last: 4n });
    await Promise.all([two.close(), three.close()]);
  });

  it("T5 refuses a second writer when it starts", async () => {
    const prefix = newPrefix();
    const one = await open(prefix, { claim: true });
    await expect(open(prefix, { claim: true })).rejects.toMatchObject({ code: "writer_fenced" });
    await one.close();
    await (await open(prefix, { claim: true })).close();
  });

  it("T5 fences off a writer that cannot see the other one writing behind it", async () => {
    const prefix = newPrefix();
    const connection = await connectNats({ servers: server.url });
    // The writer receives no requests, like in a partitioned network.
    const subscribe = connection.subscribe.bind(connection);
    const deaf: NatsConnection = Object.assign(connection, {
      subscribe: (subject: string, options: Parameters<typeof subscribe>[1]) =>
        subscribe(subject.endsWith(".writer") ? "deaf" : subject, options),
    });
    const one = await open(prefix, { connection: deaf });
    const two = await open(prefix);
    await one.append(orders, records(1n, 2));
    await two.append(orders, records(3n, 2));
    const refused = one.append(orders, [record(3n), record(4n)]);
    await expect(refused).rejects.toMatchObject({ code: "writer_fenced" });
    await expect(one.append(orders, records(5n, 1))).rejects.toMatchObject({
      code: "writer_fenced",
    });
    expect(await one.bounds(orders)).toEqual({ first: 1n, last: 4n });
    expect(await two.append(orders, records(5n, 1))).toEqual({ first: 5n, last: 5n });
    await Promise.all([one.close(), two.close()]);
    await connection.close();
  });

  it("T5 lets only one of two writers through that start together", async () => {
    const prefix = newPrefix();
    const logs = [await open(prefix), await open(prefix)] as const;
    /** Appends after the true last number, as a publisher does, until it is fenced off. */
    async function write(log: SequencedLog, fill: number): Promise<number> {
      for (let kept = 0; kept < 30; ) {
        const { last } = await log.bounds(orders);
        const frame = new Uint8Array([fill]);
        try {
          await log.append(orders, [record(last + 1n, { frame })]);
          kept += 1;
        } catch (error) {
          if (!(error instanceof LogError)) throw error;
          if (error.code === "writer_fenced") return kept;
          expect(error.code).toBe("sequence_conflict");
        }
      }
      return 30;
    }
    const [first = 0, second = 0] = await Promise.all(logs.map(write));
    const loser = first < second ? 0 : 1;
    expect(Math.max(first, second)).toBe(30);
    expect(Math.min(first, second)).toBeLessThan(30);
    const all = await readAll(logs[0], 1n);
    expect(recordNumbers(all)).toEqual(recordNumbers(records(1n, first + second)));
    // After the writer that got through has written, the other one has not.
    const fills = all.map(({ frame }) => frame[0]);
    expect(fills.lastIndexOf(loser)).toBe(Math.min(first, second) - 1);
    await Promise.all(logs.map((log) => log.close()));
  });

  it("sees the ids and records of other processes", async () => {
    const prefix = newPrefix();
    const [one, two] = [await open(prefix), await open(prefix)];
    const got: bigint[] = [];
    two.tail(orders, (list) => got.push(...recordNumbers(list)));
    await two.bounds(orders);
    await one.append(orders, [record(1n, { id: "a" }), record(2n)]);
    expect(await two.seqOf(orders, "a")).toBe(1n);
    await one.append(orders, [record(3n, { id: "b" })]);
    expect(await two.seqOf(orders, "b")).toBe(3n);
    await expect.poll(() => got).toEqual([1n, 2n, 3n]);
    await Promise.all([one.close(), two.close()]);
  });

  it("brings the limits of a stream up to date", async () => {
    const prefix = newPrefix();
    const log = await open(prefix, { maxFrames: 100 });
    await log.append(orders, records(1n, 50));
    await log.close();
    const again = await open(prefix, { maxFrames: 10 });
    await again.append(orders, records(51n, 1));
    expect(await again.bounds(orders)).toEqual({ first: 42n, last: 51n });
    await again.close();
  });

  it("warns about guarantees that the server does not give", async () => {
    const notices: LogNotice[] = [];
    const notify = (notice: LogNotice): void => void notices.push(notice);
    const log = await open(newPrefix(), { replicas: 3, notify });
    // Together, because both learn about the server then.
    const streams = [orders, { ...orders, brokerId: "b2" }];
    await Promise.all(streams.map((stream) => log.append(stream, records(1n, 1))));
    const events = notices.map(({ event }) => event);
    expect(events).toContain("single_replica");
    expect(events.filter((event) => event === "single_replica").length).toBe(1);
    expect(events.some((event) => /^(no_durable_sync|durable_sync_unknown)$/.test(event))).toBe(
      true,
    );
    await log.close();
  });

  it("refuses a record that the server would not accept", async () => {
    const log = await open(newPrefix());
    const frame = new Uint8Array(1024 * 1024);
    await expect(log.append(orders, [record(1n, { frame })])).rejects.toMatchObject({
      code: "record_invalid",
    });
    expect(await log.append(orders, records(1n, 1))).toEqual({ first: 1n, last: 1n });
    await log.close();
  });

  it("reports that no server answers", async () => {
    const refused = createJetStreamLog({ servers: "nats://127.0.0.1:1", timeoutMs: 300 });
    await expect(refused).rejects.toMatchObject({ name: "LogError", code: "log_unavailable" });
  });
});

describe.skipIf(program === undefined)(
  "a NATS server that restarts in the middle of appends",
  () => {
    it.each(["SIGTERM", "SIGKILL"] as const)(
      "loses, doubles and skips nothing (%s)",
      async (how) => {
        const folder = await temporaryFolder();
        let server = await startNatsServer(program ?? "", folder);
        const log = await createJetStreamLog({
          servers: server.url,
          replicas: 1,
          timeoutMs: 1500,
          notify({ event }) {
            if (event === "disconnected") disconnects += 1;
          },
        });
        const tailed: bigint[] = [];
        log.tail(orders, (list) => tailed.push(...recordNumbers(list)));
        let kept = 0n;
        let disconnects = 0;
        let done = false;

        /**
         * Appends as a publisher does: after a failure it reads the last number and looks ids up.
         */
        async function write(): Promise<void> {
          let last: bigint | undefined = 0n;
          while (!done || last === undefined) {
            try {
              last ??= (await log.bounds(orders)).last;
              const from: bigint = last + 1n;
              const batch = Array.from({ length: 1 + Number(from % 40n) }, (_, at) =>
                numberedRecord(from + BigInt(at)),
              );
              last = (await log.append(orders, batch)).last;
              kept = last;
            } catch (error) {
              expect(error).toMatchObject({ name: "LogError" });
              last = undefined;
              await new Promise((resolve) => setTimeout(resolve, 50));
            }
          }
        }
        const writing = write();
        for (let round = 0; round < 3; round += 1) {
          const before = kept;
          await expect.poll(() => kept).toBeGreaterThan(before + 200n);
          await server.stop(how);
          await new Promise((resolve) => setTimeout(resolve, 300));
          server = await startNatsServer(program ?? "", folder, server.port);
        }
        const before = kept;
        await expect.poll(() => kept).toBeGreaterThan(before + 200n);
        done = true;
        await writing;
        expect(disconnects).toBeGreaterThanOrEqual(3);
        const { last } = await log.bounds(orders);
        expect(last).toBe(kept);
        const all = await readAll(log, 1n);
        const want = Array.from({ length: Number(last) }, (_, at) =>
          numberedRecord(BigInt(at + 1)),
        );
        expect(all.map(plainRecord)).toEqual(want.map(plainRecord));
        await expect.poll(() => tailed.at(-1)).toBe(last);
        expect(tailed).toEqual(recordNumbers(want));
        await log.close();
        await server.stop();
        await rm(folder, { recursive: true });
      },
    );
  },
);
