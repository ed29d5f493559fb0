import { LogError, type SequencedLog, type StreamKey } from "@specwright/streams/log";

/** A log that simulates, on request, what can happen to a log. */
export interface AdjustableLog extends SequencedLog {
  /** Makes the frames of a stream up to a number expire. */
  expire(stream: StreamKey, upTo: bigint): void;
  /** Refuses the next appends to a stream, as if the storage were full. */
  failWrites(stream: StreamKey, count: number): void;
  /** Replaces this log by another and notifies its readers. */
  replaceBy(other: SequencedLog): Promise<void>;
}

interface Tail {
  readonly stream: StreamKey;
  readonly end: () => void;
  readonly replaced: ((identity: string) => void) | undefined;
}

/** Wraps a log so that it can be adjusted. */
export function adjustableLog(first: SequencedLog): AdjustableLog {
  let log = first;
  const expired = new Map<string, bigint>();
  const failing = new Map<string, number>();
  const tails = new Set<Tail>();
  const nameOf = ({ brokerId, channelId }: StreamKey): string =>
    JSON.stringify([brokerId, channelId]);
  const firstOf = (stream: StreamKey): bigint => (expired.get(nameOf(stream)) ?? 0n) + 1n;
  return {
    retention: log.retention,
    async append(stream, records) {
      const left = failing.get(nameOf(stream)) ?? 0;
      if (left > 0) {
        failing.set(nameOf(stream), left - 1);
        throw new LogError("log_full", "there is no room, as the test wants it");
      }
      return log.append(stream, records);
    },
    seqOf: (stream, messageId) => log.seqOf(stream, messageId),
    identity: (stream) => log.identity(stream),
    tail(stream, listener, replaced) {
      const tail = { stream, end: log.tail(stream, listener, replaced), replaced };
      tails.add(tail);
      return () => {
        tails.delete(tail);
        tail.end();
      };
    },
    async close() {
      await Promise.all([first.close(), log === first ? undefined : log.close()]);
    },
    expire: (stream, upTo) => void expired.set(nameOf(stream), upTo),
    failWrites: (stream, count) => void failing.set(nameOf(stream), count),
    async replaceBy(other) {
      log = other;
      const ended = [...tails];
      tails.clear();
      for (const { stream, end, replaced } of ended) {
        end();
        replaced?.(await other.identity(stream));
      }
    },
    read(stream, from, limit) {
      const kept = firstOf(stream);
      return log.read(stream, from > kept ? from : kept, limit);
    },
    async bounds(stream) {
      const { first: oldest, last } = await log.bounds(stream);
      const own = firstOf(stream);
      return { first: own > oldest ? own : oldest, last };
    },
  };
}
