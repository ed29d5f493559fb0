// The frames on which codecs are measured.

import type { BookDiffFrame } from "@specwright/streams-api/types";
import { drawEventCreated } from "./event-frames.ts";
import { createRandom, type Random } from "./random.ts";
import { drawAccountingUpdate, drawBookDiff, drawOrderUpdate } from "./trading-frames.ts";

export const frameTypes = [
  "order_update",
  "accounting_update",
  "book_diff",
  "event_update",
] as const;

export type FrameType = (typeof frameTypes)[number];

const kinds = {
  order_update: {
    declaration: "OrderUpdateFrame",
    schema: "OrderUpdateFrame",
    draw: drawOrderUpdate,
  },
  accounting_update: {
    declaration: "AccountingUpdateFrame",
    schema: "AccountingUpdateFrame",
    draw: drawAccountingUpdate,
  },
  book_diff: {
    declaration: "BookDiffFrame",
    schema: "BookDiffFrame",
    draw: (random: Random) => drawBookDiff(random),
  },
  event_update: {
    declaration: "EventUpdateFrame",
    schema: "EventCreatedFrame",
    draw: drawEventCreated,
  },
} satisfies Record<
  FrameType,
  { declaration: string; schema: string; draw: (random: Random) => object }
>;

/** Returns the declaration whose codec reads a frame: for events, the union of all variants. */
export function declarationOf(type: FrameType): string {
  return kinds[type].declaration;
}

/**
 * Returns the schema that peers use for a frame: for events, only the measured variant, since most
 * peers try the variants of a union one by one.
 */
export function schemaOf(type: FrameType): string {
  return kinds[type].schema;
}

/** Generates frames in decoded form, with bigint for int64, always with the same result. */
export function drawFrames(type: FrameType, count = 256): readonly object[] {
  const random = createRandom(frameTypes.indexOf(type) + 1);
  return Array.from({ length: count }, () => kinds[type].draw(random));
}

/**
 * Generates diffs of one market whose price moves little: its book has about 90 levels on each
 * side.
 */
export function drawOneBook(count = 256): readonly BookDiffFrame[] {
  const random = createRandom(11);
  return Array.from({ length: count }, () => drawBookDiff(random, random.integer(495, 505)));
}
