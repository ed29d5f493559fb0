// One access key floods the streaming service with everything that a client can send, while clients with
// another key read. Measures the effect on their frames.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { signUpgrade } from "@specwright/streams/signing";
import { WebSocket } from "ws";
import { inheritedVariables } from "../e2e/inherited-variables.ts";
import { publishOrders } from "./order-load.ts";
import {
  type FaultKey,
  faultKeys,
  prepareService,
  type ServiceProcess,
  waitUntil,
} from "./service-process.ts";
import { bookChange, bookMarkets } from "./watch-books.ts";
import { withFolder } from "./with-folder.ts";

export type FloodKind = (typeof floodKinds)[number];

/** Every kind of flood. */
export const floodKinds = [
  "known-markets",
  "unknown-markets",
  "invalid-frames",
  "pings",
  "refused-upgrades",
] as const;

/** The time from sending a command until a client receives its frame, in milliseconds. */
export interface Delay {
  readonly median: number;
  readonly p95: number;
  readonly frames: number;
}

/** The result of a flood. */
export interface FloodReport {
  /** The delays in the round before the flood, and in the round of the flood. */
  readonly quiet: Delay;
  readonly attacked: Delay;
  /** The numbers of frames and upgrades that the attacker sent, and of its responses. */
  readonly sent: number;
  readonly answers: Readonly<Record<string, number>>;
}

/** The result of all floods. */
export interface FloodsReport {
  readonly floods: Readonly<Record<FloodKind, FloodReport>>;
  /** The lines about refused upgrades in the log of the service. */
  readonly refusalLines: number;
}

/** Options for `floodStreams`. */
export interface FloodOptions {
  /** The number of reading clients. */
  readonly clients: number;
  /** The duration of each quiet round and each round of a flood, in milliseconds. */
  readonly roundMs: number;
  /** How often each kind of flood is repeated. */
  readonly rounds: number;
}

const EVERY_MS = 25;

/**
 * Floods the service in rounds, with quiet rounds in between.
 * @throws Error if a reading client was disconnected, or lost a frame.
 */
export function floodStreams({ clients, roundMs, rounds }: FloodOptions): Promise<FloodsReport> {
  return withFolder(async (folder, undo) => {
    const keys = faultKeys(1 + floodKinds.length);
    const [key, ...attackers] = keys;
    if (key === undefined) throw new Error("there is no key");
    const service = await prepareService({ folder }, keys);
    undo(() => service.end("SIGKILL"));
    await service.start();
    for (const [at] of bookMarkets.entries())
      service.send(`book-${at}`, bookChange(`book-${at}`, at));
    await waitUntil(() => service.unanswered() === 0, "every market is open");
    const readers = await connectReaders(service, key, clients);
    undo(() => readers.close());
    const load = publishOrders(service, key, {
      window: 1_000,
      burst: 1,
      everyMs: EVERY_MS,
      onOrder: (number) => readers.expect(`order-${number}`),
    });
    undo(() => load.end());

    const took = new Map(floodKinds.map((kind) => [kind, { quiet: [], attacked: [] } as Took]));
    const sums = new Map<FloodKind, { sent: number; answers: Record<string, number> }>();
    await readers.measure(1_000);
    for (let round = 0; round < rounds; round += 1) {
      for (const [kind, { quiet, attacked }] of took) {
        quiet.push(...(await readers.measure(roundMs)));
        // One key each, because a key that has flooded must wait.
        const attacker = attackers[floodKinds.indexOf(kind)] ?? key;
        const flood = await startFlood(service, attacker, kind);
        attacked.push(...(await readers.measure(roundMs)));
        add(sums, kind, await flood.end());
        // The service has handled the flood.
        await pause(1_000);
      }
    }
    await load.end();
    await readers.settle();
    const floods = Object.fromEntries(
      [...took].map(([kind, { quiet, attacked }]) => [
        kind,
        {
          quiet: delayOf(quiet),
          attacked: delayOf(attacked),
          sent: sums.get(kind)?.sent ?? 0,
          answers: sums.get(kind)?.answers ?? {},
        },
      ]),
    ) as Record<FloodKind, FloodReport>;
    const refusalLines = service.log().split('"upgrade_refused"').length - 1;
    return { floods, refusalLines };
  });
}

interface Took {
  readonly quiet: number[];
  readonly attacked: number[];
}

interface FloodSum {
  readonly sent: number;
  readonly answers: Readonly<Record<string, number>>;
}

function add(
  sums: Map<FloodKind, { sent: number; answers: Record<string, number> }>,
  kind: FloodKind,
  { sent, answers }: FloodSum,
): void {
  const sum = sums.get(kind) ?? { sent: 0, answers: {} };
  sum.sent += sent;
  for (const [answer, count] of Object.entries(answers)) {
    sum.answers[answer] = (sum.answers[answer] ?? 0) + count;
  }
  sums.set(kind, sum);
}

function delayOf(took: readonly number[]): Delay {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (part: number): number =>
    Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  return { median: at(0.5), p95: at(0.95), frames: sorted.length };
}

interface Readers {
  /** Records that a frame was sent now; every reader must get it. */
  expect(id: string): void;
  /** Returns the delays of the frames sent in the next `forMs` milliseconds. */
  measure(forMs: number): Promise<readonly number[]>;
  /** Waits until every reader has every frame. */
  settle(): Promise<void>;
  close(): void;
}

async function connectReaders(
  { url }: ServiceProcess,
  key: FaultKey,
  count: number,
): Promise<Readers> {
  const sentAt = new Map<string, number>();
  const received: number[] = [];
  let took: number[] | undefined;
  let failure: Error | undefined;
  let closing = false;
  const { pathname: path } = new URL(`${url}/orders`);
  const sockets = Array.from({ length: count }, (_, reader) => {
    const headers = { ...signUpgrade({ ...key, path, timestamp: Date.now() + reader }) };
    const socket = new WebSocket(`${url}/orders`, { headers });
    received[reader] = 0;
    socket.on("message", (data) => {
      const id = /"reason":"(order-\d+)"/.exec(String(data))?.[1];
      if (id === undefined) return;
      received[reader] = (received[reader] ?? 0) + 1;
      took?.push(performance.now() - (sentAt.get(id) ?? 0));
    });
    socket.on("close", (code) => {
      if (!closing) failure = new Error(`a client that reads was closed with ${code}`);
    });
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, "open")));
  const hasAll = (): boolean => {
    if (failure !== undefined) throw failure;
    return received.every((frames) => frames === sentAt.size);
  };
  return {
    expect: (id) => void sentAt.set(id, performance.now()),
    async measure(forMs) {
      const measured: number[] = [];
      took = measured;
      await pause(forMs);
      took = undefined;
      return measured;
    },
    settle: () => waitUntil(hasAll, "every client has every frame"),
    close() {
      closing = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** Starts the attacker; resolves when it floods. */
async function startFlood(
  { url }: ServiceProcess,
  key: FaultKey,
  kind: FloodKind,
): Promise<{ end(): Promise<FloodSum> }> {
  const program = new URL("flood-client.ts", import.meta.url).pathname;
  const input = JSON.stringify({ url, kind, markets: bookMarkets, ...key });
  const child = spawn(process.execPath, ["--conditions=@specwright/source", program, input], {
    env: inheritedVariables(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await once(child.stdout, "data");
  return {
    async end() {
      const gone = once(child, "close");
      child.kill("SIGTERM");
      await gone;
      return JSON.parse(printed) as FloodSum;
    },
  };
}
