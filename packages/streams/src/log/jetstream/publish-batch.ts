// Publishes records. Every message names the sequence number that it must follow, so the server refuses the
// messages of a second writer. If the server refuses a message of a batch, it also refuses all later ones.
// Therefore only records at the start of a batch can be stored without the rest.

import { LogError } from "../log-error.ts";
import { encodeRecord } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";
import { type NatsMessage, transport } from "./nats.ts";
import { publishError, readServerError } from "./nats-error.ts";
import type { ReplyInbox } from "./reply-inbox.ts";

/** The header with the name of the writer of a record. */
export const WRITER_HEADER = "Specwright-Writer";
/** The header with the id of a record. The id is percent-encoded. */
export const ID_HEADER = "Specwright-Id";

/** A message to publish. */
export interface Outgoing {
  readonly record: LogRecord;
  readonly payload: Buffer;
}

/**
 * Encodes records as messages.
 *
 * @throws LogError `record_invalid` if a record exceeds the size limit of the server.
 */
export function encodeOutgoing(
  records: readonly LogRecord[],
  maxPayload: number,
): readonly Outgoing[] {
  return records.map((record) => {
    const payload = encodeRecord(record);
    // The size limit of the server includes the headers.
    if (payload.length + 2048 > maxPayload) {
      const message = `record ${record.seq} has ${payload.length} bytes; the server accepts at most ${maxPayload}`;
      throw new LogError("record_invalid", message);
    }
    return { record, payload };
  });
}

/**
 * Publishes messages without waiting for answers in between. The inner promise resolves when the server has
 * answered all of them.
 */
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
      // The header Nats-Msg-Id cannot be used for this: the server may forget an id while its record is
      // kept, and remember it after the record has expired. It is also not needed against duplicates,
      // because each message names its expected sequence.
      head.set(ID_HEADER, encodeURIComponent(record.id.toWellFormed()));
    }
    return inbox.request(subject, payload, head);
  });
  const settled = await Promise.allSettled(answers);
  for (const [at, answer] of settled.entries()) {
    const error = publishFault(answer, batch[at]?.record.seq ?? 0n);
    if (error === undefined) continue;
    if (at === 0) throw error;
    const message = `the first ${at} of ${batch.length} records were kept`;
    throw new LogError("log_unavailable", message, { cause: error });
  }
}

function publishFault(answer: PromiseSettledResult<NatsMessage>, seq: bigint): unknown {
  if (answer.status === "rejected") return answer.reason;
  const ack: unknown = JSON.parse(answer.value.string());
  const refused = readServerError(ack);
  if (refused !== undefined) return publishError(refused);
  const got = typeof ack === "object" && ack !== null && "seq" in ack ? ack.seq : undefined;
  if (got === Number(seq)) return undefined;
  return new LogError("log_unavailable", `the server assigned ${String(got)} instead of ${seq}`);
}
