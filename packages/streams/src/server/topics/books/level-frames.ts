// Writes the levels of a book into frames, where `x-book` says that clients read them.

import { ExactNumber, pointerSteps } from "@specwright/runtime";
import type { FeedBook, FeedBookMessage, FeedPointer } from "@specwright/runtime/transport";
import { FeedServerError } from "../feed-server-error.ts";
import type { NumberForm } from "../frames/message-plans.ts";
import { placeAt } from "../frames/place-at.ts";
import type { FeedBookSide } from "./book-levels.ts";
import type { LevelChange } from "./book-view.ts";
import { type ExactDecimal, negateExact, subtractExact, writeExact } from "./exact-decimal.ts";

/** The levels of one frame: the changes, and the values to write, by pointer. */
export interface LevelFrame {
  readonly changes: readonly LevelChange[];
  readonly places: ReadonlyMap<FeedPointer, unknown>;
}

/** Writes the levels of a message. */
export interface LevelWriter {
  /** Divides changes into frames. If a frame can have only one side or one level, there may be several. */
  write(changes: readonly LevelChange[]): readonly LevelFrame[];
}

export interface LevelWriterOptions {
  readonly rule: FeedBook;
  readonly message: FeedBookMessage;
  /**
   * Whether the levels are a whole book. The quantities are then absolute, even if the quantities of
   * updates are differences.
   */
  readonly whole: boolean;
  /** Returns whether the number at a pointer is written as a number or as a text. */
  readonly formAt: (pointer: FeedPointer) => NumberForm;
}

const SIDES: readonly FeedBookSide[] = ["bids", "asks"];

/**
 * Creates the writer for the levels of a message.
 *
 * @throws FeedServerError `contract_unclear` if a message for a whole book can have only one side or one
 * level.
 */
export function createLevelWriter(options: LevelWriterOptions): LevelWriter {
  const { rule, message, whole } = options;
  const { levels, side } = message;
  const ofFrame = typeof side === "object" && "at" in side ? side : undefined;
  if (whole && (message.one === true || ofFrame !== undefined)) {
    throw new FeedServerError(
      "contract_unclear",
      "A snapshot of x-book must have lists of bids and asks, not one side or one level.",
    );
  }
  const list = levels ?? message.bids ?? message.asks ?? "";
  const first = message.one === true ? list : `${list}/0`;
  const pointers = {
    price: message.price ?? rule.price,
    quantity: message.quantity ?? rule.quantity,
  };
  const forms = {
    price: options.formAt(first + pointers.price),
    quantity: options.formAt(first + pointers.quantity),
  };

  /** Returns the values of a level, by pointers that are relative to the level. */
  function levelParts(change: LevelChange): Map<FeedPointer, unknown> {
    const isGone = change.quantity.mantissa === 0n;
    const isAsk = change.side === "asks";
    let { price, quantity } = change;
    if (isAsk && rule.asks === "one-minus") price = subtractExact(ONE, price);
    if (rule.quantityIs === "delta" && !whole) {
      quantity = subtractExact(quantity, change.before ?? NOTHING);
    }
    const { deletes } = rule;
    // For a deleted level, clients read only the sign of the quantity, which shows the side. The number 0
    // has no sign, so 1 is used.
    if (side === "sign" || (levels !== undefined && side === undefined)) {
      if (isGone) quantity = ONE;
      if (isAsk) quantity = negateExact(quantity);
    }
    const parts = new Map<FeedPointer, unknown>([
      [pointers.price, writeNumber(price, forms.price)],
      [pointers.quantity, writeNumber(quantity, forms.quantity)],
    ]);
    if (typeof deletes === "object" && "count" in deletes) parts.set(deletes.count, isGone ? 0 : 1);
    if (typeof deletes === "object" && "action" in deletes) {
      const [created, changed, deleted] = deletes.words;
      const known = change.before === undefined ? created : changed;
      parts.set(deletes.action, isGone ? deleted : known);
    }
    if (typeof side === "object" && "of" in side) parts.set(side.of, side[change.side]);
    return parts;
  }

  function levelFrame(changes: readonly LevelChange[]): LevelFrame {
    const places = new Map<FeedPointer, unknown>();
    const [only] = changes;
    if (message.one === true && levels !== undefined && only !== undefined) {
      for (const [pointer, value] of levelParts(only)) places.set(levels + pointer, value);
    } else if (levels !== undefined) {
      places.set(
        levels,
        changes.map((change) => composeLevel(levelParts(change))),
      );
    } else {
      for (const each of SIDES) {
        const pointer = message[each];
        if (pointer === undefined) continue;
        const own = changes.filter((change) => change.side === each);
        places.set(
          pointer,
          own.map((change) => composeLevel(levelParts(change))),
        );
      }
    }
    if (ofFrame !== undefined && only !== undefined) places.set(ofFrame.at, ofFrame[only.side]);
    return { changes, places };
  }

  return {
    write(changes) {
      if (message.one === true) return changes.map((change) => levelFrame([change]));
      if (ofFrame === undefined) return [levelFrame(changes)];
      return SIDES.flatMap((each) => {
        const own = changes.filter((change) => change.side === each);
        return own.length === 0 ? [] : [levelFrame(own)];
      });
    },
  };
}

const ONE: ExactDecimal = { mantissa: 1n, scale: 0 };
const NOTHING: ExactDecimal = { mantissa: 0n, scale: 0 };

function composeLevel(parts: ReadonlyMap<FeedPointer, unknown>): unknown {
  let level: unknown;
  for (const [pointer, value] of parts) level = placeAt(level, pointerSteps(pointer), value);
  return level;
}

function writeNumber(value: ExactDecimal, form: NumberForm): unknown {
  const text = writeExact(value);
  return form === "text" ? text : new ExactNumber(text);
}
