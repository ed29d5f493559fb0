// Finds the values by which the filters of a channel select a frame. If a frame lacks a value, readers that
// use the filter never receive the frame.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FilterSource } from "@specwright/runtime/transport";
import type { LogReader, RecordKeys, StreamKey } from "../../log/sequenced-log.ts";
import { writeStreamKey } from "../../log/write-stream-key.ts";
import { messageByTag } from "../connection/control-frames.ts";
import { hasOwners, hasParameters, SHARED } from "../sequence-key.ts";
import { keyValues } from "../sessions/select-records.ts";
import { PublishRefusal } from "./publish-refusal.ts";
import type { ReferenceStore, StoredReference } from "./reference-store.ts";
import { createReferenceTables, ownKey } from "./reference-tables.ts";
import { textsAt } from "./texts-at.ts";

/** Options for `createFilterValues`. */
export interface FilterValuesOptions {
  readonly log: LogReader;
  /** The channels whose frames have values that other frames need. */
  readonly channels: readonly ChannelDescriptor[];
  readonly store?: ReferenceStore | undefined;
  /**
   * The maximum number of values that are remembered of each kind, such as orders. The latest ones are
   * kept.
   */
  readonly most: number;
}

/** The channel and the stream of a frame. */
export interface FrameSource {
  readonly channel: ChannelDescriptor;
  readonly stream: StreamKey;
}

/** Finds the filter values of frames. */
export interface FilterValues {
  /**
   * Reads from the log the values that a stream may need: those of the stream, and of channels without
   * parameters. Reads each stream only once. Rejects with `LogError`.
   */
  load(stream: StreamKey): Promise<void>;
  /** Reports whether the frames of a stream must wait for `load`. */
  mustWait(stream: StreamKey): boolean;
  /**
   * Returns the values of a frame for every filter. Values in `given` take precedence. Frames of other
   * brokers are ignored. Returns undefined if the values must be read from the log first.
   *
   * @throws PublishRefusal
   */
  find(source: FrameSource, frame: unknown, given: RecordKeys): RecordKeys | undefined;
  /**
   * Remembers the values of a published frame. If `load` is still reading, the values are added afterwards.
   * Throws if the store throws.
   */
  learn(source: FrameSource, frame: unknown, keys: RecordKeys): void;
}

/** The number of records that are read at once. */
const BATCH = 1024;
/** The maximum number of published frames that wait until the log has been read. */
const MOST_WAITING = 65_536;
/** A filter may be found by means of a different filter. At most this number of filters is followed. */
const MOST_STEPS = 8;

/** Creates the object that finds the filter values for a publisher. */
export function createFilterValues(options: FilterValuesOptions): FilterValues {
  const { log, channels, store, most } = options;
  const tables = createReferenceTables(channels, most, store);
  const loading = new Map<string, Promise<void>>();
  const loaded = new Set<string>();
  const failed = new Set<string>();
  /** The frames that were published while the log of their stream is still being read. */
  const waiting = new Map<string, { readonly frame: unknown; readonly keys: RecordKeys }[]>();

  async function loadFor(stream: StreamKey): Promise<void> {
    for (const channel of channels) {
      const teacher = tables.teachers.has(channel.id) ? sourceStream(channel, stream) : undefined;
      if (teacher !== undefined)
        await loadOnce(writeStreamKey(teacher), () => readReferences(channel, teacher));
    }
  }

  /** Calls `load` once. If it fails, the next call tries again. */
  function loadOnce(name: string, load: () => Promise<void>): Promise<void> {
    const known = loading.get(name);
    if (known !== undefined) return known;
    const begun = load();
    loading.set(name, begun);
    begun.then(
      () => {
        loaded.add(name);
        failed.delete(name);
      },
      () => {
        loading.delete(name);
        failed.add(name);
      },
    );
    return begun;
  }

  /**
   * Returns the name under which a call of `load` is remembered. All streams of an owner without an address
   * share a name.
   */
  function loadName(stream: StreamKey): string {
    return stream.address === undefined ? `of ${stream.brokerId}` : `for ${writeStreamKey(stream)}`;
  }

  async function readReferences(channel: ChannelDescriptor, stream: StreamKey): Promise<void> {
    const { first, last } = await log.bounds(stream);
    const from = last - BigInt(most) + 1n;
    const fresh: StoredReference[] = [];
    for (let next = from > first ? from : first; next <= last; ) {
      const records = await log.read(stream, next, BATCH);
      for (const { type, frame, keys } of records) {
        fresh.push(...tables.learn(stream, decodeFrame(channel, type, frame), keys));
      }
      next = (records.at(-1)?.seq ?? last) + 1n;
    }
    const name = writeStreamKey(stream);
    for (const { frame, keys } of waiting.get(name) ?? []) {
      fresh.push(...tables.learn(stream, frame, keys));
    }
    waiting.delete(name);
    loaded.add(name);
    if (fresh.length > 0) store?.save(fresh);
  }

  function sourceValues(
    source: FrameSource,
    frame: unknown,
    keys: Record<string, readonly string[]>,
    filter: string,
    depth = 0,
  ): readonly string[] | "unread" | undefined {
    const known = Object.hasOwn(keys, filter) ? keys[filter] : undefined;
    if (known !== undefined) return known;
    // Filters may refer to each other in a circle.
    if (depth > MOST_STEPS) return undefined;
    const { channel, stream } = source;
    for (const each of channel.sequence?.filterSources?.[filter] ?? []) {
      const found = valuesBy(each);
      if (found === undefined) continue;
      if (found !== "unread") keys[filter] = found;
      return found;
    }
    return undefined;

    function valuesBy(from: FilterSource): readonly string[] | "unread" | undefined {
      if ("at" in from) return textsAt(frame, from.at);
      const by =
        "sameAs" in from
          ? textsAt(frame, from.sameAs)
          : sourceValues(source, frame, keys, from.through, depth + 1);
      const table = tables.tableOf(channel.id, from);
      if (by === "unread") return by;
      if (by === undefined || table === undefined) return undefined;
      if (!loaded.has(loadName(stream))) return "unread";
      return knownValues(
        table.entries,
        by.map((value) => ownKey(stream, table, value)),
        filter,
      );
    }
  }

  return {
    load(stream) {
      if (tables.teachers.size === 0) return Promise.resolve();
      return loadOnce(loadName(stream), () => loadFor(stream));
    },
    mustWait(stream) {
      const frames = waiting.get(writeStreamKey(stream)) ?? [];
      return failed.has(loadName(stream)) || frames.length >= MOST_WAITING;
    },
    find(source, frame, given) {
      const { channel } = source;
      const { filters = [], filterSources } = channel.sequence ?? {};
      for (const name in given) {
        if (!filters.includes(name)) throw unknownFilter(channel, name);
      }
      // The contract does not say where the values are, so only the publisher knows them.
      if (filterSources === undefined) return given;
      const keys = { ...given };
      const missing: string[] = [];
      for (const filter of filters) {
        const found = sourceValues(source, frame, keys, filter);
        if (found === "unread") return undefined;
        if (found === undefined) missing.push(filter);
      }
      if (missing.length > 0) throw noValues(channel, missing, frame, keys);
      return keys;
    },
    learn({ stream }, frame, keys) {
      const name = writeStreamKey(stream);
      if (tables.teachers.has(stream.channelId) && !loaded.has(name)) {
        const frames = waiting.get(name) ?? [];
        frames.push({ frame, keys });
        waiting.set(name, frames);
        return;
      }
      const fresh = tables.learn(stream, frame, keys);
      if (fresh.length > 0) store?.save(fresh);
    },
  };
}

/**
 * Returns the stream of a channel that has values for frames of a given stream. Returns undefined if the
 * address of that stream is unknown.
 */
function sourceStream(channel: ChannelDescriptor, stream: StreamKey): StreamKey | undefined {
  if (channel.id === stream.channelId) return stream;
  if (hasParameters(channel)) return undefined;
  return { brokerId: hasOwners(channel) ? stream.brokerId : SHARED, channelId: channel.id };
}

/** Returns all values that are known for some keys. Returns undefined if nothing is known for a key. */
function knownValues(
  entries: ReadonlyMap<string, RecordKeys>,
  keys: readonly string[],
  filter: string,
): readonly string[] | undefined {
  const [only = "", ...others] = keys;
  if (keys.length === 0) return undefined;
  const first = entries.get(only)?.[filter];
  if (first === undefined || others.length === 0) return first;
  const rest = knownValues(entries, others, filter);
  return rest && [...new Set([...first, ...rest])];
}

/** Decodes a frame of the log. Returns undefined if the frame does not match the current contract. */
function decodeFrame(
  { serverMessages }: ChannelDescriptor,
  tag: string,
  frame: Uint8Array,
): unknown {
  try {
    return messageByTag(serverMessages, tag)?.codec.decode(frame);
  } catch {
    return undefined;
  }
}

function unknownFilter({ id, sequence, address }: ChannelDescriptor, name: string): PublishRefusal {
  const known = sequence?.filters.join(", ") || "none";
  const fix = address.includes(`{${name}}`)
    ? `; pass it in \`path\`: it is a parameter of ${address}`
    : "";
  return new PublishRefusal("unknown_filter", `${id} has no filter ${name}; it has ${known}${fix}`);
}

function noValues(
  channel: ChannelDescriptor,
  filters: readonly string[],
  frame: unknown,
  keys: RecordKeys,
): PublishRefusal {
  const reasons = filters.map((filter) => `${filter}${triedSources(channel, filter, frame, keys)}`);
  const some = filters.map((filter) => `"${filter}":["..."]`).join(",");
  const fix = `pass keys {${some}}, with [] for a filter that has no value`;
  const message = `${channel.id} has no value for ${reasons.join("; no value for ")}; ${fix}`;
  return new PublishRefusal("no_filter_value", message);
}

function triedSources(
  { sequence }: ChannelDescriptor,
  filter: string,
  frame: unknown,
  keys: RecordKeys,
): string {
  const tried = (sequence?.filterSources?.[filter] ?? []).map((source) => {
    if ("at" in source) return `there is no value at ${writePointer(source.at)}`;
    if ("through" in source) {
      const values = keyValues(keys, source.through).map((value) => JSON.stringify(value));
      return `no frame of ${source.of} had ${source.by} ${values.join(", ") || "(unknown)"}`;
    }
    const [value] = textsAt(frame, source.sameAs) ?? [];
    const place = writePointer(source.sameAs);
    return value === undefined
      ? `there is no value at ${place}`
      : `no earlier frame has ${JSON.stringify(value)} at ${place}`;
  });
  return tried.length === 0 ? "" : `: ${tried.join(", and ")}`;
}

function writePointer(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
