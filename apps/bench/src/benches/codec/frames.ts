// The frames with which the codecs are measured.

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

/**
 * Returns the name of the declaration whose codec reads a frame. For events, it is the union of all
 * variants.
 */
export function declarationOf(type: FrameType): string {
  return kinds[type].declaration;
}

/**
 * Returns the name of the schema that peers use for a frame. For events, it is only the schema of
 * the measured variant, because most peers try the variants of a union one after the other.
 */
export function schemaOf(type: FrameType): string {
  return kinds[type].schema;
}

/** Generates decoded frames. An int64 is a bigint. The result is always the same. */
export function drawFrames(type: FrameType, count = 256): readonly object[] {
  const random = createRandom(frameTypes.indexOf(type) + 1);
  return Array.from({ length: count }, () => kinds[type].draw(random));
}

/**
 * Generates diffs of one market. Its price changes only a little, so its book has about 90 levels
 * on each side.
 */
export function drawOneBook(count = 256): readonly BookDiffFrame[] {
  const random = createRandom(11);
  return Array.from({ length: count }, () => drawBookDiff(random, random.integer(495, 505)));
}
