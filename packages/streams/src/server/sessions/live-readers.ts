// Distributes live frames. Connections with the same selection form a group: the frames of a group are
// joined once, and each connection needs one write for each commit. Groups with filters are found by the
// keys of a record, not by searching all groups.

import type { LogRecord } from "../../log/sequenced-log.ts";
import { type FrameBatch, textFrames } from "../connection/frame-batch.ts";
import type { FrameProjection, FrameReader } from "./project-frames.ts";
import { keyValues, passesFilter, type RecordFilter } from "./select-records.ts";

/** Receives live frames. */
export interface LiveReader {
  /** Receives the selected frames of one commit; `lastSeq` is the number of the last frame. */
  deliver(batch: FrameBatch, lastSeq: bigint): void;
}

/** The selection of frames for a reader, and their form. */
export interface LiveSelection {
  readonly filter: RecordFilter;
  readonly projection: FrameProjection | undefined;
}

/** Passes records to the readers that selected them. */
export interface LiveReaders {
  /** Adds a reader. Returns the group from which the reader can be removed. */
  join(reader: LiveReader, selection: LiveSelection): LiveGroup;
  leave(reader: LiveReader, group: LiveGroup): void;
  /** Distributes the records of one commit. */
  publish(records: readonly LogRecord[]): void;
}

/** The readers of one selection. */
export interface LiveGroup extends LiveSelection {
  readonly readers: Set<LiveReader>;
  /** The selected records of the current commit. */
  batch: LogRecord[];
}

/** Creates an empty set of readers. */
export function createLiveReaders(readFrame: FrameReader): LiveReaders {
  const groups = new Map<string, LiveGroup>();
  const unfiltered = new Set<LiveGroup>();
  /** By parameter and value: each group with filters is listed under all values of one of them. */
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

  /** Adds a record to the groups that selected it, and these groups to `touched`. */
  function routeRecord(record: LogRecord, touched: Set<LiveGroup>): void {
    for (const group of unfiltered) {
      group.batch.push(record);
      touched.add(group);
    }
    for (const [parameter, byValue] of postings) {
      for (const value of keyValues(record.keys, parameter)) {
        for (const group of byValue.get(value) ?? []) {
          // The group was already found by another value of the record.
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
        // A reader that falls behind is removed from the group during the loop; a `Set` allows this. No
        // reader is added.
        for (const reader of group.readers) reader.deliver(frames, last.seq);
      }
    },
  };
}

function selectionName({ filter, projection }: LiveSelection): string {
  return JSON.stringify([filter.name, projection?.variant ?? null]);
}

/** Chooses the filter with the fewest values, by which a group is found. */
function postedBy({ wanted }: RecordFilter): RecordFilter["wanted"][number] | undefined {
  return wanted.toSorted((a, b) => a.values.size - b.values.size)[0];
}
