// Some parameters change the contents of frames instead of selecting them, such as `lang` of
// /events. The application defines the change; it is applied once for each frame and variant.

import { parseJson, stringifyJson } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { LogRecord } from "../../log/sequenced-log.ts";

/** Changes the frames of a connection. */
export interface FrameProjection {
  /** The name of the variant; equal names must mean equal results. */
  readonly variant: string;
  /** Returns the frame to send instead. Must not change its argument. */
  apply(frame: unknown): unknown;
}

/** Decides by the query of a connection whether and how its frames are changed. */
export type ProjectFrames = (
  channel: ChannelDescriptor,
  query: object,
) => FrameProjection | undefined;

/** Returns the bytes of a record as a connection should see them. */
export type FrameReader = (
  record: LogRecord,
  projection: FrameProjection | undefined,
) => Uint8Array;

/** Creates a reader that caches the variants of a record as long as the record lives. */
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
