// Passes live frames to readers. Readers with the same selection form a group. The frames of a group are
// joined once for each commit, and written to each connection at once. Groups with filters are found by the
// filter values of a record, so that not all groups are searched.

import type { LogRecord } from "../../log/sequenced-log.ts";
import { type FrameBatch, textFrames } from "../connection/frame-batch.ts";
import type { FrameProjection, FrameReader } from "./project-frames.ts";
import { keyValues, passesFilter, type RecordFilter } from "./select-records.ts";

/** Receives live frames. */
export interface LiveReader {
  /** Receives the selected frames of a commit. `lastSeq` is the number of the last of them. */
  deliver(batch: FrameBatch, lastSeq: bigint): void;
}

/** The filter of a reader, and the projection of its frames. */
export interface LiveSelection {
  readonly filter: RecordFilter;
  readonly projection: FrameProjection | undefined;
}

/** Passes records to the readers whose filters they pass. */
export interface LiveReaders {
  /** Adds a reader. Returns its group, which `leave` needs. */
  join(reader: LiveReader, selection: LiveSelection): LiveGroup;
  leave(reader: LiveReader, group: LiveGroup): void;
  /** Passes on the records of a commit. */
  publish(records: readonly LogRecord[]): void;
}

/** The readers with the same selection. */
export interface LiveGroup extends LiveSelection {
  readonly readers: Set<LiveReader>;
  /** The records of the current commit that pass the filter. */
  batch: LogRecord[];
}

/** Creates an empty set of readers. */
export function createLiveReaders(readFrame: FrameReader): LiveReaders {
  const groups = new Map<string, LiveGroup>();
  const unfiltered = new Set<LiveGroup>();
  /**
   * The groups with filters, by parameter and value. A group is listed under each value of one of its
   * filters.
   */
  const postings = new Map<string, Map<string, Set<LiveGroup>>>();

  function postGroup(group: LiveGroup): void {
    const posted = postedBy(group.filter);
    if (posted === undefined) unfiltered.add(group);
    else {
      const byValue = postings.get(posted.parameter) ?? new Map<string, Set<LiveGroup>>();
      postings.set(posted.parameter, byValue);
      for (const value of posted.values) {
        byValue.set(value, (byValue.get(value) ?? new Set()).add(group));
      }
    }
  }

  function removeGroup(group: LiveGroup): void {
    unfiltered.delete(group);
    const posted = postedBy(group.filter);
    const byValue = posted && postings.get(posted.parameter);
    for (const value of posted?.values ?? []) {
      const found = byValue?.get(value);
      found?.delete(group);
      if (found?.size === 0) byValue?.delete(value);
    }
  }

  /** Adds a record to each group whose filter it passes. Adds these groups to `touched`. */
  function routeRecord(record: LogRecord, touched: Set<LiveGroup>): void {
    for (const group of unfiltered) {
      group.batch.push(record);
      touched.add(group);
    }
    for (const [parameter, byValue] of postings) {
      for (const value of keyValues(record.keys, parameter)) {
        for (const group of byValue.get(value) ?? []) {
          // The group may have been found already, by a different value of the record.
          if (group.batch.at(-1) === record || !passesFilter(group.filter, record)) continue;
          group.batch.push(record);
          touched.add(group);
        }
      }
    }
  }

  return {
    join(reader, selection) {
      const name = selectionName(selection);
      const group: LiveGroup = groups.get(name) ?? { ...selection, readers: new Set(), batch: [] };
      if (group.readers.size === 0) {
        groups.set(name, group);
        postGroup(group);
      }
      group.readers.add(reader);
      return group;
    },
    leave(reader, group) {
      if (!group.readers.delete(reader) || group.readers.size > 0) return;
      groups.delete(selectionName(group));
      removeGroup(group);
    },
    publish(records) {
      const touched = new Set<LiveGroup>();
      for (const record of records) routeRecord(record, touched);
      for (const group of touched) {
        const { batch, projection } = group;
        group.batch = [];
        const last = batch.at(-1);
        if (last === undefined) continue;
        const frames = textFrames(batch.map((record) => readFrame(record, projection)));
        // `deliver` may remove a reader from the group, if the reader falls behind. A `Set` allows this in
        // a loop.
        for (const reader of group.readers) reader.deliver(frames, last.seq);
      }
    },
  };
}

function selectionName({ filter, projection }: LiveSelection): string {
  return JSON.stringify([filter.name, projection?.variant ?? null]);
}

/** Returns the filter with the fewest values. The group is listed under these values. */
function postedBy({ wanted }: RecordFilter): RecordFilter["wanted"][number] | undefined {
  return wanted.toSorted((a, b) => a.values.size - b.values.size)[0];
}
