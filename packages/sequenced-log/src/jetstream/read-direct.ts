import { LogError } from "../log-error.ts";
import { decodeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";
import type { NatsMessage } from "./nats.ts";
import { WRITER_HEADER } from "./publish-batch.ts";
import type { ReplyInbox } from "./reply-inbox.ts";

const NOT_FOUND = 404;
/** How many messages are asked for at once. */
const WINDOW = 512;
/** How many a server sends for one request. */
const MOST = 1024;

/** Where messages are read. */
export interface ReadPlace {
  readonly inbox: ReplyInbox;
  readonly name: string;
  /** What every message of the log was published to. */
  readonly subject: string;
}

/**
 * Reads the messages `from` to `to`, all asked for at once, from whichever replica answers. Gives
 * those before the first that is missing: its record is not kept any more, or not there yet, or
 * the stream is another by now.
 */
export async function readDirect(
  { inbox, name, subject }: ReadPlace,
  from: bigint,
  to: bigint,
): Promise<readonly LogRecord[]> {
  const found: LogRecord[] = [];
  for (let start = from; start <= to; start += BigInt(WINDOW)) {
    const answers: Promise<NatsMessage>[] = [];
    for (let seq = start; seq <= to && seq < start + BigInt(WINDOW); seq += 1n) {
      answers.push(inbox.request(`$JS.API.DIRECT.GET.${name}`, `{"seq":${seq}}`));
    }
    const messages = await Promise.all(answers);
    for (const [at, message] of messages.entries()) {
      if (isMissing(message) || subjectOf(message) !== subject) return found;
      found.push(decodeRecord(start + BigInt(at), bufferOf(message.data)));
    }
  }
  return found;
}

/**
 * Reads as `readDirect` does, with one request: servers from 2.11 on send the messages that follow
 * as well.
 */
export async function readDirectBatch(
  { inbox, name, subject }: ReadPlace,
  from: bigint,
  to: bigint,
): Promise<readonly LogRecord[]> {
  const batch = Math.min(Number(to - from) + 1, MOST);
  if (batch < 1) return [];
  const request = `{"seq":${from},"batch":${batch}}`;
  const messages = await inbox.requestMany(`$JS.API.DIRECT.GET.${name}`, request);
  const found: LogRecord[] = [];
  for (const message of messages) {
    const seq = from + BigInt(found.length);
    // It begins with the first that is kept, and the others may be further on.
    if (message.headers?.get("Nats-Sequence") !== String(seq)) return found;
    if (subjectOf(message) !== subject) return found;
    found.push(decodeRecord(seq, bufferOf(message.data)));
  }
  return found;
}

/** Reads the first message that is kept with a number of at least `from`. */
export async function readNext(
  { inbox, name, subject }: ReadPlace,
  from: bigint,
): Promise<LogRecord | undefined> {
  const request = JSON.stringify({ seq: Number(from), next_by_subj: subject });
  const message = await inbox.request(`$JS.API.DIRECT.GET.${name}`, request);
  if (isMissing(message)) return undefined;
  const seq = BigInt(message.headers?.get("Nats-Sequence") ?? 0);
  return decodeRecord(seq, bufferOf(message.data));
}

/** Reads who wrote a message; nothing when it is not at hand, and nobody when it does not tell. */
export async function readWriter(
  { inbox, name, subject }: ReadPlace,
  seq: bigint,
): Promise<string | undefined> {
  const message = await inbox.request(`$JS.API.DIRECT.GET.${name}`, `{"seq":${seq}}`);
  if (isMissing(message) || subjectOf(message) !== subject) return undefined;
  return message.headers?.get(WRITER_HEADER) ?? "";
}

function subjectOf({ headers }: NatsMessage): string | undefined {
  return headers?.get("Nats-Subject");
}

/** Takes the bytes of a message as a Buffer, without copying. */
export function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

function isMissing({ headers }: NatsMessage): boolean {
  const { code = 0, description = "" } = headers ?? {};
  if (code !== 0 && code !== NOT_FOUND) {
    throw new LogError("log_unavailable", `the server said ${code} ${description}`);
  }
  return code === NOT_FOUND;
}
