// Stores the segments of an id index in a JetStream stream of its own. Each segment is a message:
//
//   0 u32 version, 1   4 f64 number of the first record   12 16 bytes of the last record's SHA-256
//   28 the hashes, little-endian
//
// The log may have been restored from a backup. The hash of the last record shows whether a segment
// belongs to the current log. Ids without a segment are read from the log, so this stream only makes
// restarts faster.

import { createHash } from "node:crypto";
import { encodeRecord } from "../record-layout.ts";
import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import { askAgain, HEDGE_MS } from "./ask-again.ts";
import type { IdStore } from "./id-index.ts";
import { type IdSegment, SEGMENT } from "./id-table.ts";
import type { JetStreamContext } from "./jetstream-context.ts";
import { publishError, readServerError } from "./nats-error.ts";
import { bufferOf } from "./read-direct.ts";

const VERSION = 1;
const HASH = 16;
const HEAD = 12 + HASH;
/** The number of segments that are requested at once. */
const WINDOW = 32n;

/** Returns the name of the stream that stores the ids for a stream. */
export function idStreamName(name: string): string {
  return `${name}-ids`;
}

/** Creates the store for the ids of a stream. `read` reads records of the stream. */
export function createIdStore(
  { name, inbox, reads, admin, clock, readLimitMs }: JetStreamContext,
  identity: () => Promise<string>,
  read: (from: bigint, limit: number) => Promise<readonly LogRecord[]>,
): IdStore {
  const stored = idStreamName(name);
  let isReady = false;

  async function segmentSubject(): Promise<string> {
    return `${stored}.${await identity()}`;
  }

  /**
   * Reads a segment from a message. Returns undefined if it is incomplete or does not match the current
   * log.
   */
  async function readSegment(
    data: Buffer,
    { first, last }: LogBounds,
  ): Promise<IdSegment | undefined> {
    if (data.length !== HEAD + 8 * SEGMENT || data.readUInt32LE(0) !== VERSION) return undefined;
    const from = data.readDoubleLE(4);
    const end = BigInt(from + SEGMENT - 1);
    if (end < first || end > last) return undefined;
    const [record] = await read(end, 1);
    if (record?.seq !== end || !recordHash(record).equals(data.subarray(12, HEAD)))
      return undefined;
    const hashes = new Uint32Array(2 * SEGMENT);
    for (let at = 0; at < hashes.length; at += 1) hashes[at] = data.readUInt32LE(HEAD + 4 * at);
    return { from, hashes };
  }

  return {
    async load(bounds) {
      const look = await admin.look(stored);
      if (look === undefined) return [];
      const own = await segmentSubject();
      const found: IdSegment[] = [];
      for (let start = look.first; start <= look.last; start += WINDOW) {
        const reading: Promise<IdSegment | undefined>[] = [];
        for (let seq = start; seq <= look.last && seq < start + WINDOW; seq += 1n) {
          const get = () => reads.request(`$JS.API.DIRECT.GET.${stored}`, `{"seq":${seq}}`);
          reading.push(
            askAgain(get, { clock, limitMs: readLimitMs, hedgeMs: HEDGE_MS }).then(
              ({ data, headers }) =>
                headers?.get("Nats-Subject") === own
                  ? readSegment(bufferOf(data), bounds)
                  : undefined,
            ),
          );
        }
        found.push(...(await Promise.all(reading)).filter((segment) => segment !== undefined));
      }
      return found;
    },
    async save({ segment: { from, hashes }, end }) {
      if (!isReady) await admin.ensureIds(stored, SEGMENT);
      isReady = true;
      const data = Buffer.alloc(HEAD + 8 * SEGMENT);
      data.writeUInt32LE(VERSION, 0);
      data.writeDoubleLE(from, 4);
      recordHash(end).copy(data, 12);
      for (const [at, part] of hashes.entries()) data.writeUInt32LE(part, HEAD + 4 * at);
      const answer = await inbox.request(await segmentSubject(), data);
      const refused = readServerError(JSON.parse(answer.string()));
      if (refused !== undefined) throw publishError(refused);
    },
  };
}

function recordHash(record: LogRecord): Buffer {
  return createHash("sha256").update(encodeRecord(record)).digest().subarray(0, HASH);
}
