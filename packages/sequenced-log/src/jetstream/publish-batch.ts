// Every message says which sequence it must follow. So a second writer is fenced off, and when one
// message of a batch is refused, all behind it are: what is kept of a batch is always a beginning.

import { LogError } from "../log-error.ts";
import { encodeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";
import { type NatsMessage, transport } from "./nats.ts";
import { publishError, readServerError } from "./nats-error.ts";
import type { ReplyInbox } from "./reply-inbox.ts";

/** The header that says who wrote a record. */
export const WRITER_HEADER = "Specwright-Writer";
/** The header that holds a record's id, percent-encoded. */
export const ID_HEADER = "Specwright-Id";

/** Is a message to publish. */
export interface Outgoing {
  readonly record: LogRecord;
  readonly payload: Buffer;
}

/** Writes records; refuses those that the server does not take for their size. */
export function encodeOutgoing(
  records: readonly LogRecord[],
  maxPayload: number,
): readonly Outgoing[] {
  return records.map((record) => {
    const payload = encodeRecord(record);
    // The server counts the headers too.
    if (payload.length + 2048 > maxPayload) {
      const message = `record ${record.seq} has ${payload.length} bytes; the server takes ${maxPayload}`;
      throw new LogError("record_invalid", message);
    }
    return { record, payload };
  });
}

/** Publishes without waiting in between; what it gives settles when all are answered. */
export async function publishBatch(
  inbox: ReplyInbox,
  subject: string,
  batch: readonly Outgoing[],
  writer: string,
): Promise<void> {
  const answers = batch.map(({ record, payload }) => {
    const head = transport.headers();
    head.set("Nats-Expected-Last-Sequence", String(record.seq - 1n));
    head.set(WRITER_HEADER, writer);
    if (record.id !== undefined) {
      // Not Nats-Msg-Id: the server forgets one after a while though its record is kept, and knows
      // it still when the record is gone. The sequence fences repetitions off as well.
      head.set(ID_HEADER, encodeURIComponent(record.id.toWellFormed()));
    }
    return inbox.request(subject, payload, head);
  });
  const settled = await Promise.allSettled(answers);
  for (const [at, answer] of settled.entries()) {
    const error = judge(answer, batch[at]?.record.seq ?? 0n);
    if (error === undefined) continue;
    if (at === 0) throw error;
    const message = `of ${batch.length} records the first ${at} were kept`;
    throw new LogError("log_unavailable", message, { cause: error });
  }
}

function judge(answer: PromiseSettledResult<NatsMessage>, seq: bigint): unknown {
  if (answer.status === "rejected") return answer.reason;
  const ack: unknown = JSON.parse(answer.value.string());
  const refused = readServerError(ack);
  if (refused !== undefined) return publishError(refused);
  const got = typeof ack === "object" && ack !== null && "seq" in ack ? ack.seq : undefined;
  if (got === Number(seq)) return undefined;
  return new LogError("log_unavailable", `the server gave ${String(got)} where ${seq} was due`);
}
