import type { SequencedLog, StreamKey } from "@specwright/sequenced-log";

/** Is a log of which the head can be made to expire at will, whatever its engine. */
export interface ExpiringLog extends SequencedLog {
  expire(stream: StreamKey, upTo: bigint): void;
}

/** Hides the expired head of every stream of a log. */
export function expiringLog(log: SequencedLog): ExpiringLog {
  const expired = new Map<string, bigint>();
  const nameOf = ({ brokerId, channelId }: StreamKey): string =>
    JSON.stringify([brokerId, channelId]);
  const firstOf = (stream: StreamKey): bigint => (expired.get(nameOf(stream)) ?? 0n) + 1n;
  return {
    retention: log.retention,
    append: (stream, records) => log.append(stream, records),
    seqOf: (stream, messageId) => log.seqOf(stream, messageId),
    identity: (stream) => log.identity(stream),
    tail: (stream, listener, replaced) => log.tail(stream, listener, replaced),
    close: () => log.close(),
    expire: (stream, upTo) => void expired.set(nameOf(stream), upTo),
    read(stream, from, limit) {
      const first = firstOf(stream);
      return log.read(stream, from > first ? from : first, limit);
    },
    async bounds(stream) {
      const { first, last } = await log.bounds(stream);
      const own = firstOf(stream);
      return { first: own > first ? own : first, last };
    },
  };
}
