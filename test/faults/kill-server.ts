// The service killed again and again while it publishes and clients read: what was acknowledged is
// there, and every client gets all of it, in order, once.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stringifyJson } from "@specwright/runtime";
import { streamTransport } from "@specwright/stream-client";
import { createStreamsClient } from "@specwright/streams-api/client";
import { type BookWatch, bookChange, bookMarkets, watchBooks } from "./watch-books.ts";

/** Is what came of it. */
export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly published: number;
  readonly delivered: number;
  readonly reconnects: number;
  readonly bookChanges: number;
}

const main = new URL("../../apps/streams/src/main.ts", import.meta.url).pathname;
const keys = {
  accessKey: "ak-faults",
  secretKey: "3c".repeat(32),
  brokerId: "BRK-FAULTS",
};
/** Commands that wait for their answer at most. */
const WINDOW = 400;
/** Every so many commands one changes a book. */
const BOOK_EVERY = 4;
/** Clients that follow all books, beside those that read orders. */
const BOOK_CLIENTS = 5;

/** Kills the service so many times under load. Throws when a frame was lost, doubled or reordered. */
export async function killServer(kills: number, clients: number): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), "streams-faults-"));
  const port = await freePort();
  const answers = new Map<string, number>();
  const unanswered = new Map<string, string>();
  let published = 0;
  let child: ChildProcess | undefined;
  let publishing = true;
  let reconnects = 0;
  const changes: number[] = [];
  let books: BookWatch | undefined;

  async function start(): Promise<void> {
    const made = spawn(process.execPath, ["--conditions=@specwright/source", main, "serve"], {
      env: {
        ...process.env,
        STREAMS_DATA: folder,
        STREAMS_PUBLISH: "stdin",
        STREAMS_PORT: String(port),
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    child = made;
    made.stdin.on("error", () => {});
    const ready = Promise.withResolvers<void>();
    createInterface({ input: made.stdout }).on("line", (line) => {
      const { id, seq, ready: isReady, error } = JSON.parse(line) as Line;
      if (isReady === true) ready.resolve();
      if (id === undefined) return;
      if (seq === undefined) throw new Error(`${id} was refused: ${String(error)}`);
      if (!id.startsWith("book")) answers.set(id, seq);
      unanswered.delete(id);
    });
    await ready.promise;
    // Whatever has no answer is published again: nobody knows whether it was kept.
    for (const line of unanswered.values()) made.stdin.write(line);
  }

  function send(id: string, command: object): void {
    const line = `${stringifyJson(command)}\n`;
    unanswered.set(id, line);
    child?.stdin?.write(line);
  }

  function changeBook(): void {
    const number = changes.push(changes.length) - 1;
    const id = `book-${number}`;
    send(id, bookChange(id, number));
  }

  async function publish(): Promise<void> {
    while (publishing) {
      while (unanswered.size < WINDOW) {
        published += 1;
        const id = `order-${published}`;
        send(id, command(id, published));
        if (published % BOOK_EVERY === 0) changeBook();
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  const readers = Array.from({ length: clients }, () => ({
    seqs: [] as bigint[],
    ids: [] as string[],
  }));
  const ended = new AbortController();
  function connect(onEvent?: (event: { readonly type: string }) => void) {
    const url = `ws://127.0.0.1:${port}/v1`;
    return createStreamsClient(streamTransport({ url, ...keys, ...(onEvent && { onEvent }) }));
  }
  async function read({ seqs, ids }: (typeof readers)[number]): Promise<void> {
    const client = connect(({ type }) => {
      if (type === "disconnected") reconnects += 1;
    });
    const query = { since: 1n };
    try {
      for await (const frame of client.orders({ query }, { signal: ended.signal })) {
        if (frame.type !== "order_reject") continue;
        seqs.push(frame.seq);
        ids.push(frame.payload.reason);
      }
    } catch (error) {
      if (!ended.signal.aborted) throw error;
    }
  }

  try {
    await addKey(folder);
    await start();
    for (const _ of bookMarkets) changeBook();
    await until(() => unanswered.size === 0, "every market is open");
    books = watchBooks(connect(), BOOK_CLIENTS, folder);
    const reading = Promise.all(readers.map(read));
    const source = publish();
    for (let killed = 0; killed < kills; killed += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 500));
      const gone = new Promise((resolve) => child?.once("exit", resolve));
      child?.kill("SIGKILL");
      await gone;
      await start();
    }
    publishing = false;
    await source;
    await until(() => unanswered.size === 0, "every command is answered");
    const last = Math.max(...answers.values());
    await until(
      () => readers.every(({ seqs }) => Number(seqs.at(-1) ?? 0n) >= last),
      `every client has ${last} frames`,
    );
    ended.abort();
    await reading;
    check(readers, answers, last);
    const watched = books;
    await until(() => watched.caughtUp(), "every book shows what the log has");
    books.check(changes);
    const delivered = readers.reduce((sum, { seqs }) => sum + seqs.length, 0);
    const bookChanges = books.changes();
    return { kills, acknowledged: answers.size, published, delivered, reconnects, bookChanges };
  } finally {
    ended.abort();
    books?.close();
    child?.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

interface Line {
  readonly id?: string;
  readonly seq?: number;
  readonly error?: string;
  readonly ready?: boolean;
}

function command(id: string, number: number): object {
  return {
    channel: "orders",
    broker_id: keys.brokerId,
    id,
    message: {
      type: "order_reject",
      payload: {
        command_type: "CANCEL",
        reason: id,
        correlation_id: `0195f3c2-7f44-7a31-9d0e-${String(number).padStart(12, "0")}`,
      },
    },
  };
}

function check(
  readers: readonly { readonly seqs: readonly bigint[]; readonly ids: readonly string[] }[],
  answers: ReadonlyMap<string, number>,
  last: number,
): void {
  for (const [at, { seqs, ids }] of readers.entries()) {
    const hole = seqs.findIndex((seq, place) => seq !== BigInt(place + 1));
    if (hole !== -1) throw new Error(`client ${at} got ${String(seqs[hole])} as frame ${hole + 1}`);
    if (seqs.length !== last) throw new Error(`client ${at} got ${seqs.length} of ${last} frames`);
    if (new Set(ids).size !== ids.length) throw new Error(`client ${at} got a frame twice`);
    for (const [id, seq] of answers) {
      if (ids[seq - 1] !== id) throw new Error(`client ${at} got ${ids[seq - 1]} where ${id} is`);
    }
  }
}

async function addKey(folder: string): Promise<void> {
  const { openKeyStore } = await import("@specwright/streams-app");
  const store = openKeyStore(join(folder, "keys.sqlite"));
  store.add(keys);
  store.close();
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it did not come to pass in a minute that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}
