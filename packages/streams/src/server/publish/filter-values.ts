// The values by which each filter of a channel selects a frame. If a value is missing, a reader with that
// filter never receives the frame.

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
  /** The channels whose frames provide values for others. */
  readonly channels: readonly ChannelDescriptor[];
  readonly store?: ReferenceStore | undefined;
  /** The maximum number of remembered values of a kind, such as orders; the latest are kept. */
  readonly most: number;
}

/** The stream of a frame. */
export interface FrameSource {
  readonly channel: ChannelDescriptor;
  readonly stream: StreamKey;
}

/** Finds the filter values of frames. */
export interface FilterValues {
  /**
   * Reads the values of a stream and of channels without parameters from the log, once. Rejects
   * with `LogError`.
   */
  load(stream: StreamKey): Promise<void>;
  /** Reports whether all frames of a stream must wait for `load`. */
  mustWait(stream: StreamKey): boolean;
  /**
   * Finds the values of every filter; given values take precedence. Ignores frames of other brokers.
   * Returns undefined if the values follow from earlier frames that `load` is still reading.
   *
   * @throws PublishRefusal
   */
  find(source: FrameSource, frame: unknown, given: RecordKeys): RecordKeys | undefined;
  /**
   * Remembers the values of a published frame, after the frames that `load` reads. Throws if the store
   * does.
   */
  learn(source: FrameSource, frame: unknown, keys: RecordKeys): void;
}

/** How many records are read at a time. */
const BATCH = 1024;
/** How many published frames may wait until earlier frames have been read. */
const MOST_WAITING = 65_536;
/** How many filters may be followed to find another one. */
const MOST_STEPS = 8;

/** Creates the finder of a publisher. */
export function createFilterValues(options: FilterValuesOptions): FilterValues {
  const { log, channels, store, most } = options;
  const tables = createReferenceTables(channels, most, store);
  const loading = new Map<string, Promise<void>>();
  const loaded = new Set<string>();
  const failed = new Set<string>();
  /** Published frames of streams that are still being read. */
  const waiting = new Map<string, { readonly frame: unknown; readonly keys: RecordKeys }[]>();

  async function loadFor(stream: StreamKey): Promise<void> {
    for (const channel of channels) {
      const teacher = tables.teachers.has(channel.id) ? sourceStream(channel, stream) : undefined;
      if (teacher !== undefined)
        await loadOnce(writeStreamKey(teacher), () => readReferences(channel, teacher));
    }
  }

  /** Runs a function once, and again only if it failed. */
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

  /** Values of a stream without an address apply to all streams of its owner. */
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
    // One filter may be found through another; stop at a cycle.
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
      // The document leaves the filter values to publishers.
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
 * Returns the stream whose frames have values for another channel; undefined if its addresses are unknown.
 */
function sourceStream(channel: ChannelDescriptor, stream: StreamKey): StreamKey | undefined {
  if (channel.id === stream.channelId) return stream;
  if (hasParameters(channel)) return undefined;
  return { brokerId: hasOwners(channel) ? stream.brokerId : SHARED, channelId: channel.id };
}

/** Joins the known values of keys; undefined if a key has none. */
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

/** Decodes a frame of the log; undefined if the frame follows an outdated contract. */
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
