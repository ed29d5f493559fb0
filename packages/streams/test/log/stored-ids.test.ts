import { rm } from "node:fs/promises";
import type { SequencedLog } from "@specwright/streams/log";
import { connectNats, createJetStreamLog } from "@specwright/streams/log/jetstream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SEGMENT } from "../../src/log/jetstream/id-table.ts";
import { orders, record } from "./engine-suite.ts";
import { findNatsServer, type NatsServer, startNatsServer } from "./nats-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const program = findNatsServer();

describe.skipIf(program === undefined)("the ids that are stored on NATS", () => {
  let folder: string;
  let server: NatsServer;

  beforeAll(async () => {
    folder = await temporaryFolder();
    server = await startNatsServer(program ?? "", folder);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  function open(prefix: string, more: object = {}): Promise<SequencedLog> {
    const settings = { servers: server.url, prefix, replicas: 1, timeoutMs: 20_000, notify() {} };
    return createJetStreamLog({ ...settings, ...more });
  }

  async function fill(log: SequencedLog, from: number, to: number, name: string): Promise<void> {
    for (let seq = from; seq <= to; seq += 2_000) {
      const count = Math.min(2_000, to - seq + 1);
      const records = Array.from({ length: count }, (_, at) =>
        record(BigInt(seq + at), { id: `${name}-${seq + at}` }),
      );
      await log.append(orders, records);
    }
  }

  async function api(subject: string): Promise<Record<string, unknown>> {
    const connection = await connectNats({ servers: server.url });
    const answer = await connection.request(`$JS.API.${subject}`, "", { timeout: 20_000 });
    await connection.close();
    return JSON.parse(answer.string());
  }

  async function streams(prefix: string): Promise<readonly string[]> {
    const { streams } = await api("STREAM.NAMES");
    return (streams as string[]).filter((name) => name.startsWith(`${prefix}-`)).sort();
  }

  /** How many messages the stream of ids has, once the last ones have arrived. */
  async function kept(prefix: string, wanted: number): Promise<void> {
    await expect
      .poll(async () => {
        const [, ids] = await streams(prefix);
        const { state } = await api(`STREAM.INFO.${ids}`);
        return (state as { messages?: number } | undefined)?.messages;
      })
      .toBe(wanted);
  }

  it("are found after a restart", async () => {
    const log = await open("a");
    await fill(log, 1, 2 * SEGMENT + 10, "order");
    await kept("a", 2);
    await log.close();
    const again = await open("a");
    const seqs = [1, SEGMENT, SEGMENT + 1, 2 * SEGMENT, 2 * SEGMENT + 10];
    const found = await Promise.all(seqs.map((seq) => again.seqOf(orders, `order-${seq}`)));
    expect(found).toEqual(seqs.map(BigInt));
    expect(await again.seqOf(orders, "order-0")).toBeUndefined();
    const known = [record(BigInt(2 * SEGMENT + 11), { id: "order-3" })];
    await expect(again.append(orders, known)).rejects.toMatchObject({ code: "duplicate_id" });
    await again.close();
  });

  it("are not believed about another log with the same identity, as from a backup", async () => {
    const newLogId = (): string => "1".repeat(32);
    const log = await open("b", { newLogId });
    await fill(log, 1, 2 * SEGMENT, "lost");
    await kept("b", 2);
    await log.close();
    const [main] = await streams("b");
    await api(`STREAM.DELETE.${main}`);

    const restored = await open("b", { newLogId });
    await fill(restored, 1, SEGMENT + 5, "order");
    await kept("b", 3);
    await restored.close();
    const again = await open("b", { newLogId });
    expect(await again.seqOf(orders, "lost-1")).toBeUndefined();
    expect(await again.seqOf(orders, "order-1")).toBe(1n);
    expect(await again.seqOf(orders, `order-${SEGMENT + 5}`)).toBe(BigInt(SEGMENT + 5));
    await again.close();
  });

  it("are read from the log where they are missing", async () => {
    const log = await open("c");
    await fill(log, 1, 2 * SEGMENT + 3, "order");
    await kept("c", 2);
    await log.close();
    const [, ids] = await streams("c");
    await api(`STREAM.DELETE.${ids}`);
    const again = await open("c");
    expect(await again.seqOf(orders, "order-2")).toBe(2n);
    await fill(again, 2 * SEGMENT + 4, 3 * SEGMENT, "more");
    await kept("c", 3);
    await again.close();
  });
});
