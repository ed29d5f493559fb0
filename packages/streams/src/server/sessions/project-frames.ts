// Some parameters do not select frames, but change their content, such as `lang` of /events. The
// application defines the change. It is applied once for each frame and variant.

import { parseJson, stringifyJson } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { LogRecord } from "../../log/sequenced-log.ts";

/** A change to the frames of a connection. */
export interface FrameProjection {
  /** The name of the change. Projections with the same name must have the same effect. */
  readonly variant: string;
  /** Returns the changed frame. Must not modify `frame` itself. */
  apply(frame: unknown): unknown;
}

/** Decides by the query of a connection whether its frames are changed, and how. */
export type ProjectFrames = (
  channel: ChannelDescriptor,
  query: object,
) => FrameProjection | undefined;

/** Returns the bytes of a record's frame for a connection with a projection. */
export type FrameReader = (
  record: LogRecord,
  projection: FrameProjection | undefined,
) => Uint8Array;

/** Creates a reader that caches the changed frames of a record, as long as the record is in memory. */
export function createFrameReader(): FrameReader {
  const made = new WeakMap<LogRecord, Map<string, Uint8Array>>();
  return (record, projection) => {
    if (projection === undefined) return record.frame;
    const variants = made.get(record) ?? new Map<string, Uint8Array>();
    made.set(record, variants);
    const known = variants.get(projection.variant);
    if (known !== undefined) return known;
    const frame = Buffer.from(stringifyJson(projection.apply(parseJson(record.frame))));
    variants.set(projection.variant, frame);
    return frame;
  };
}
