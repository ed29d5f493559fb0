import { LogError } from "../log-error.ts";
import { decodeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";
import type { NatsMessage } from "./nats.ts";
import { WRITER_HEADER } from "./publish-batch.ts";
import type { ReplyInbox } from "./reply-inbox.ts";

const NOT_FOUND = 404;
/** The number of messages that are requested at once. */
const WINDOW = 512;
/** A server sends at most this number of messages for a request. */
const MOST = 1024;

/** Where to read records: an inbox, a stream and a subject. */
export interface ReadPlace {
  readonly inbox: ReplyInbox;
  readonly name: string;
  /** The subject to which all records of the log were published. */
  readonly subject: string;
}

/**
 * Reads the messages from `from` to `to`, with one request for each. Any replica may answer. Returns only
 * the messages before the first missing one. A message is missing if its record has expired, has not
 * arrived at the replica, or belongs to a log that was replaced.
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

/** Like `readDirect`, but with one request, for which the server sends several messages. */
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
    // The answer begins with the first kept record. It may have gaps.
    if (message.headers?.get("Nats-Sequence") !== String(seq)) return found;
    if (messageSubject(message) !== subject) return found;
    found.push(decodeRecord(seq, bufferOf(message.data)));
  }
  return found;
}

/** Reads the first kept message whose number is `from` or higher. */
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
 * Reads the name of the writer from a message. Returns undefined if the message is missing, and an empty
 * text if it names no writer.
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
