// Plans how the scanner reads the levels of a message into columns, and how these columns change a book.

import { pointerSteps } from "@specwright/runtime";
import type { FeedBook, FeedBookMessage, FeedSide } from "@specwright/runtime/transport";
import { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { type LevelShapeRule, levelShape } from "../../../books/decimals/level-shape.ts";
import type { LevelTarget } from "../reading/frame-node.ts";
import type { FrameSlots } from "../reading/frame-slots.ts";
import { compileConditions, type Test } from "../reading/recognise.ts";

/** A list of levels in a message, and the side of the book to which the levels belong. */
export interface LevelSource {
  readonly target: number;
  readonly columns: DecimalColumns;
  /** The slot of the levels. */
  readonly slot: number;
  /** The slot of the object that contains the levels; undefined if the frame itself contains them. */
  readonly holder: number | undefined;
  /** Whether frames may lack these levels. */
  readonly optional: boolean;
  /**
   * How the side is found: fixed, by the sign of the quantity, by a member of each level (`level`), or by a
   * member of the frame.
   */
  readonly side: "bids" | "asks" | "sign" | "level" | SideMember;
}

/** The rules of a book. The object has the same members for every contract. */
export interface KeptRule {
  /** Whether an update's quantities are added to the old quantities, instead of replacing them. */
  readonly isDelta: boolean;
  readonly isAction: boolean;
  /** Whether the price of an ask is one minus the price that the frame states. */
  readonly isOneMinus: boolean;
  readonly crossed: boolean;
  /** The maximum number of levels to keep, or the name of the parameter with this number. */
  readonly truncate: FeedBook["truncate"];
  readonly checksum: FeedBook["checksum"];
  readonly hook: FeedBook["hook"];
}

/** Creates the rules of a book from the contract. */
export function keptRule(rule: FeedBook): KeptRule {
  const { quantityIs, deletes, asks, crossed = false, truncate, checksum, hook } = rule;
  return {
    isDelta: quantityIs === "delta",
    isAction: typeof deletes === "object" && "action" in deletes,
    isOneMinus: asks === "one-minus",
    crossed,
    truncate,
    checksum,
    hook,
  };
}

/** A member of the frame that names the side of its levels. */
export interface SideMember {
  readonly slot: number;
  readonly isBids: Test;
  readonly isAsks: Test;
}

/** The levels of one message. */
export interface BookPlan {
  readonly sources: readonly LevelSource[];
  /**
   * The slots of levels that the client does not read. If a frame has one of them, the book must be loaded
   * again.
   */
  readonly beyond: readonly number[];
}

/** The targets of all messages. Levels with the same pointer and shape share a target. */
export interface LevelTargets {
  readonly targets: readonly LevelTarget[];
  targetOf(pointer: string, shape: LevelShapeRule): number;
}

/** Creates an empty list of targets. */
export function createLevelTargets(): LevelTargets {
  const targets: LevelTarget[] = [];
  const keys: string[] = [];
  return {
    targets,
    targetOf(pointer, rule) {
      const key = JSON.stringify([pointer, rule]);
      const same = keys.indexOf(key);
      if (same >= 0) return same;
      keys.push(key);
      return targets.push({ pointer, shape: levelShape(rule), columns: new DecimalColumns() }) - 1;
    },
  };
}

/** Plans how the levels of a message are read. */
export function planBookMessage(
  book: FeedBook,
  message: FeedBookMessage,
  slots: FrameSlots,
  targets: LevelTargets,
): BookPlan {
  const shape = shapeRule(book, message);
  const { optional: optionals = [] } = message;
  function levelSource(pointer: string, side: LevelSource["side"]): LevelSource {
    const target = targets.targetOf(pointer, shape);
    const { columns } = targets.targets[target] as LevelTarget;
    const parent = pointer.slice(0, pointer.lastIndexOf("/"));
    const holder = parent === "" ? undefined : slots.slotOf(parent);
    const optional = optionals.some((each) => each === side);
    return { target, columns, slot: slots.slotOf(pointer), holder, optional, side };
  }
  const beyond = (message.beyond ?? []).map((pointer) => slots.slotOf(pointer));
  if (message.levels !== undefined) {
    const side = sideSource(message.side, slots);
    return { sources: [levelSource(message.levels, side)], beyond };
  }
  const sources: LevelSource[] = [];
  if (message.bids !== undefined) sources.push(levelSource(message.bids, "bids"));
  if (message.asks !== undefined) sources.push(levelSource(message.asks, "asks"));
  return { sources, beyond };
}

function sideSource(side: FeedSide | undefined, slots: FrameSlots): LevelSource["side"] {
  if (side === undefined || side === "sign") return "sign";
  if ("of" in side) return "level";
  return {
    slot: slots.slotOf(side.at),
    isBids: compileConditions({ [side.at]: side.bids }, slots),
    isAsks: compileConditions({ [side.at]: side.asks }, slots),
  };
}

function shapeRule(book: FeedBook, message: FeedBookMessage): LevelShapeRule {
  const { deletes = "zero" } = book;
  const { side } = message;
  const places = {
    price: message.price ?? book.price,
    quantity: message.quantity ?? book.quantity,
    ...(typeof deletes === "object" && "count" in deletes && { count: deletes.count }),
    ...(typeof deletes === "object" &&
      "action" in deletes && { tag: { at: deletes.action, words: deletes.words } }),
    ...(typeof side === "object" &&
      "of" in side && { tag: { at: side.of, words: [side.bids, side.asks] } }),
  };
  const single = message.one === true;
  // A level is an array if the pointer to its price is an index.
  if (!/^\/\d+$/.test(places.price))
    return { form: "object", single, ...mapPlaces(places, firstStep) };
  return { form: "tuple", single, ...mapPlaces(places, (pointer) => Number(firstStep(pointer))) };
}

interface Places<Place> {
  readonly price: Place;
  readonly quantity: Place;
  readonly count?: Place;
  readonly tag?: { readonly at: Place; readonly words: readonly string[] };
}

function mapPlaces<Place>(
  { price, quantity, count, tag }: Places<string>,
  place: (pointer: string) => Place,
): Places<Place> {
  return {
    price: place(price),
    quantity: place(quantity),
    ...(count !== undefined && { count: place(count) }),
    ...(tag !== undefined && { tag: { at: place(tag.at), words: tag.words } }),
  };
}

function firstStep(pointer: string): string {
  return String(pointerSteps(pointer)[0] ?? "");
}
