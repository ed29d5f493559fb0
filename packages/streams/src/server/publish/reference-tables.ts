// Remembers values of frames that later frames need for their filters, such as the event of a market or the
// owner of an order. `filterSources` of a channel's descriptor defines them.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FilterSource } from "@specwright/runtime/transport";
import type { RecordKeys, StreamKey } from "../../log/sequenced-log.ts";
import { hasOwners, SHARED } from "../sequence-key.ts";
import { keyValues } from "../sessions/select-records.ts";
import type { ReferenceStore, StoredReference } from "./reference-store.ts";
import { textsAt } from "./texts-at.ts";

/** Filter values by some value, such as the order id. They are learned from the frames of one channel. */
export interface ReferenceTable {
  readonly name: string;
  /** The channel from whose frames the values are learned. */
  readonly channelId: string;
  /** Whether all owners share these frames. */
  readonly isShared: boolean;
  /** The value by which the filter values are found: a member of the frame, or a filter of the channel. */
  readonly key: { readonly path: readonly string[] } | { readonly filter: string };
  /** The filters whose values are remembered. */
  readonly filters: Set<string>;
  /** The remembered values, by `ownKey`. */
  readonly entries: Map<string, RecordKeys>;
}

/** The tables of a publisher. */
export interface ReferenceTables {
  /** The channels from whose frames values are learned. */
  readonly teachers: ReadonlySet<string>;
  /** Returns the table for a source. Undefined if the source needs none. */
  tableOf(channelId: string, source: FilterSource): ReferenceTable | undefined;
  /**
   * Remembers the values in a frame. `keys` has the filter values of the frame. Returns the new entries
   * that should be stored.
   */
  learn(stream: StreamKey, frame: unknown, keys: RecordKeys): readonly StoredReference[];
}

/** Creates the tables that the channels need, and fills them from the store. */
export function createReferenceTables(
  channels: readonly ChannelDescriptor[],
  most: number,
  store: ReferenceStore | undefined,
): ReferenceTables {
  const tables = new Map<string, ReferenceTable>();
  const byTeacher = new Map<string, ReferenceTable[]>();

  for (const { id, sequence } of channels) {
    for (const [filter, sources] of Object.entries(sequence?.filterSources ?? {})) {
      for (const source of sources) addTable(id, source, filter);
    }
  }
  for (const { table, key, values } of store?.load() ?? []) {
    const known = tables.get(table);
    if (known !== undefined) putEntry(known, key, values);
  }

  function addTable(channelId: string, source: FilterSource, filter: string): void {
    const found = tableFor(channelId, source);
    if (found === undefined) return;
    const teacher = channels.find(({ id }) => id === found.channelId);
    const made = { ...found, isShared: teacher !== undefined && !hasOwners(teacher) };
    const table = tables.get(made.name) ?? made;
    if (table === made) {
      tables.set(made.name, made);
      byTeacher.set(made.channelId, [...(byTeacher.get(made.channelId) ?? []), made]);
    }
    table.filters.add(filter);
  }

  /** Adds an entry as the newest one. If there are too many entries, drops the oldest. */
  function putEntry({ name, entries }: ReferenceTable, key: string, values: RecordKeys): void {
    entries.delete(key);
    entries.set(key, values);
    if (entries.size <= most) return;
    const [oldest = ""] = entries.keys();
    entries.delete(oldest);
    store?.forget(name, oldest);
  }

  return {
    teachers: new Set(byTeacher.keys()),
    tableOf: (channelId, source) => tables.get(tableFor(channelId, source)?.name ?? ""),
    learn(stream, frame, keys) {
      const changed: StoredReference[] = [];
      for (const table of byTeacher.get(stream.channelId) ?? []) {
        if ("path" in table.key) {
          const told = keptKeys(table, keys);
          for (const key of told === undefined ? [] : (textsAt(frame, table.key.path) ?? [])) {
            putEntry(table, ownKey(stream, table, key), keys);
          }
          continue;
        }
        for (const value of keyValues(keys, table.key.filter)) {
          const key = ownKey(stream, table, value);
          const before = table.entries.get(key);
          const values = mergedValues(table, before, keys);
          putEntry(table, key, values);
          if (values !== before) changed.push({ table: table.name, key, values });
        }
      }
      return changed;
    },
  };
}

/**
 * Returns the key for a value. It contains the broker, because equal values of different brokers are
 * unrelated. If the value is a member of frames, it contains the address too, for the same reason.
 */
export function ownKey(
  { brokerId, address }: StreamKey,
  { isShared, key }: ReferenceTable,
  value: string,
): string {
  const owner = isShared ? SHARED : brokerId;
  const isPerAddress = "path" in key && address !== undefined;
  return isPerAddress ? `${owner}\t${address}\n${value}` : `${owner}\n${value}`;
}

function tableFor(
  channelId: string,
  source: FilterSource,
): Omit<ReferenceTable, "isShared"> | undefined {
  if ("at" in source) return undefined;
  const [teacher, name, key] =
    "sameAs" in source
      ? [channelId, `/${source.sameAs.join("/")}`, { path: source.sameAs }]
      : [source.of, source.by, { filter: source.by }];
  const of = { name: `${teacher} ${name}`, channelId: teacher, key };
  return { ...of, filters: new Set(), entries: new Map() };
}

/** Returns the keys if they have a value for one of the table's filters; undefined otherwise. */
function keptKeys({ filters }: ReferenceTable, keys: RecordKeys): RecordKeys | undefined {
  for (const filter of filters) if (keyValues(keys, filter).length > 0) return keys;
  return undefined;
}

/**
 * Adds the values of a frame to the known values. If nothing is new, returns the known values unchanged.
 */
function mergedValues(
  { filters }: ReferenceTable,
  before: RecordKeys | undefined,
  keys: RecordKeys,
): RecordKeys {
  let values = before ?? {};
  for (const filter of filters) {
    const old = values[filter];
    const fresh = keyValues(keys, filter).filter((value) => old?.includes(value) !== true);
    if (fresh.length > 0 || old === undefined) {
      values = { ...values, [filter]: [...(old ?? []), ...fresh] };
    }
  }
  return values;
}
