import { LogError } from "../log-error.ts";
import { decodeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";
import type { NatsMessage } from "./nats.ts";
import { WRITER_HEADER } from "./publish-batch.ts";
import type { ReplyInbox } from "./reply-inbox.ts";

const NOT_FOUND = 404;
/** How many messages are requested at once. */
const WINDOW = 512;
/** The maximum number of messages that a server sends for one request. */
const MOST = 1024;

/** The stream and subject to read from. */
export interface ReadPlace {
  readonly inbox: ReplyInbox;
  readonly name: string;
  /** The subject to which every message of the log was published. */
  readonly subject: string;
}

/**
 * Reads the messages `from` to `to`, which are requested together, from any replica. Returns the messages
 * before the first missing one. The record of a missing message has expired, has not arrived yet, or
 * belonged to a replaced stream.
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
      if (isMissing(message) || messageSubject(message) !== subject) return found;
      found.push(decodeRecord(start + BigInt(at), bufferOf(message.data)));
    }
  }
  return found;
}

/** Does the same as `readDirect` with a single request: the server also sends the following messages. */
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
    // The answer starts at the first kept record, and there may be gaps after it.
    if (message.headers?.get("Nats-Sequence") !== String(seq)) return found;
    if (messageSubject(message) !== subject) return found;
    found.push(decodeRecord(seq, bufferOf(message.data)));
  }
  return found;
}

/** Reads the first kept message whose number is at least `from`. */
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

/**
 * Reads the writer of a message: undefined if the message is not available, an empty string if it
 * has no writer.
 */
export async function readWriter(
  { inbox, name, subject }: ReadPlace,
  seq: bigint,
): Promise<string | undefined> {
  const message = await inbox.request(`$JS.API.DIRECT.GET.${name}`, `{"seq":${seq}}`);
  if (isMissing(message) || messageSubject(message) !== subject) return undefined;
  return message.headers?.get(WRITER_HEADER) ?? "";
}

function messageSubject({ headers }: NatsMessage): string | undefined {
  return headers?.get("Nats-Subject");
}

/** Wraps the bytes of a message in a Buffer without copying them. */
export function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

function isMissing({ headers }: NatsMessage): boolean {
  const { code = 0, description = "" } = headers ?? {};
  if (code !== 0 && code !== NOT_FOUND) {
    throw new LogError("log_unavailable", `the server answered ${code} ${description}`);
  }
  return code === NOT_FOUND;
}
