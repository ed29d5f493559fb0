// The frames that codecs are measured on.

import type { BookDiffFrame } from "@specwright/streams-api/types";
import { drawEventCreated } from "./event-frames.ts";
import { createRandom, type Random } from "./random.ts";
import { drawAccountingUpdate, drawBookDiff, drawOrderUpdate } from "./trading-frames.ts";

/** Names the frames, as their `type` members do. */
export const frameTypes = [
  "order_update",
  "accounting_update",
  "book_diff",
  "event_update",
] as const;

/** Is the name of a frame. */
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

/** Names the declaration whose codec reads such a frame: of events, the union of all variants. */
export function declarationOf(type: FrameType): string {
  return kinds[type].declaration;
}

/**
 * Names the schema that peers judge such a frame by: of events, the variant that is measured, as
 * most peers try one variant of a union after the other.
 */
export function schemaOf(type: FrameType): string {
  return kinds[type].schema;
}

/** Draws frames in decoded form, where an int64 is a bigint; always the same ones. */
export function drawFrames(type: FrameType, count = 256): readonly object[] {
  const random = createRandom(frameTypes.indexOf(type) + 1);
  return Array.from({ length: count }, () => kinds[type].draw(random));
}

/** Draws the diffs of one market, whose price moves little: its book has some 90 levels a side. */
export function drawOneBook(count = 256): readonly BookDiffFrame[] {
  const random = createRandom(11);
  return Array.from({ length: count }, () => drawBookDiff(random, random.integer(495, 505)));
}
