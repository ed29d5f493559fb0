// Prepares the places of levels in a message for the scanner: the columns into which levels are read, and
// how the columns are applied to a book.

import { pointerSteps } from "@specwright/runtime";
import type { FeedBook, FeedBookMessage, FeedSide } from "@specwright/runtime/transport";
import { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { type LevelShapeRule, levelShape } from "../../../books/decimals/level-shape.ts";
import type { LevelTarget } from "../reading/frame-node.ts";
import type { FrameSlots } from "../reading/frame-slots.ts";
import { compileConditions, type Test } from "../reading/recognise.ts";

/** Levels of one message: the target that reads them, and their side. */
export interface LevelSource {
  readonly target: number;
  readonly columns: DecimalColumns;
  /**
   * The slot of the levels, and the slot of the object that contains them, unless that is the frame itself.
   */
  readonly slot: number;
  readonly holder: number | undefined;
  /** Whether a frame may leave out these levels. */
  readonly optional: boolean;
  /** `level`: each level has its own side. */
  readonly side: "bids" | "asks" | "sign" | "level" | SideMember;
}

/** The rules of a book for every frame, in one shape for all contracts. */
export interface KeptRule {
  /** Whether the quantities of updates are differences, which are added to the old quantities. */
  readonly isDelta: boolean;
  readonly isAction: boolean;
  /** Whether asks are written as bids for the other of two outcomes. */
  readonly isOneMinus: boolean;
  readonly crossed: boolean;
  /** The number of levels to keep, or the parameter with this number. */
  readonly truncate: FeedBook["truncate"];
  readonly checksum: FeedBook["checksum"];
  readonly hook: FeedBook["hook"];
}

/** Prepares the rule of a book. */
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

/** A member that names the side of levels. */
export interface SideMember {
  readonly slot: number;
  readonly isBids: Test;
  readonly isAsks: Test;
}

/** The levels of one message. */
export interface BookPlan {
  readonly sources: readonly LevelSource[];
  /** The slots of levels that are not read. */
  readonly beyond: readonly number[];
}

/** The targets of all messages. Levels with the same place and shape share a target. */
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
  // A level is a tuple if the place of its price is an index.
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
