// Writes the messages of a feed. Their values are constants that identify the message, values at pointers
// of the contract, and values of the publisher.

import {
  type Codec,
  CodecError,
  JsonError,
  pointerSteps,
  stringifyJson,
  type TemplateValue,
  valueAt,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type {
  FeedCondition,
  FeedConditions,
  FeedDescriptor,
  FeedPointer,
} from "@specwright/runtime/transport";
import { meetsCondition, meetsConditions } from "@specwright/runtime/transport";
import { type FrameBatch, textFrames } from "../../connection/frame-batch.ts";
import { FeedServerError } from "../feed-server-error.ts";
import { placeAt } from "./place-at.ts";

/** Values of a frame, by pointer. */
export type Places = ReadonlyMap<FeedPointer, unknown>;

/** The values from which a frame is composed. */
export interface FrameParts {
  /** The value of the publisher, in JSON form. */
  readonly base?: unknown;
  /** The values that the contract prescribes. They replace values in `base`. */
  readonly places?: Places;
  /** Default values, for members that are otherwise missing. */
  readonly fill?: Readonly<Record<FeedPointer, unknown>>;
}

/** How a number is written in a frame: as a JSON number, or as a text with its digits. */
export type NumberForm = "number" | "text";

/** Writes the messages of a channel. */
export class MessagePlans {
  readonly #codecs: ReadonlyMap<string, Codec<unknown>>;
  readonly #matches: FeedDescriptor["envelope"]["match"];
  readonly #forms: Map<string, NumberForm> = new Map();
  readonly #written: WeakMap<object, FrameBatch | FeedServerError> = new WeakMap();

  constructor(channel: ChannelDescriptor, { envelope }: FeedDescriptor) {
    this.#codecs = new Map(channel.serverMessages.map(({ id, codec }) => [id, codec]));
    this.#matches = envelope.match;
  }

  /** Returns the message to which a frame belongs; undefined if it belongs to none. */
  recognise(frame: unknown): string | undefined {
    return this.#matches.find(({ where }) => meetsConditions(frame, where))?.message;
  }

  /**
   * Chooses one of several messages for a value. If members of the value identify a message, chooses that
   * one. Otherwise chooses the message with the fewest violations. Values that the contract prescribes may
   * be missing.
   */
  choose(value: unknown, among: readonly string[]): string | undefined {
    if (among.length < 2) return among[0];
    const frames = among.map((message) => [message, this.toWire(message, value)] as const);
    const known = frames.find(([message, frame]) => this.recognise(frame) === message);
    if (known !== undefined) return known[0];
    const issues = frames.map(([message, base]) =>
      this.#countIssues(message, this.compose(message, { base })),
    );
    return among[issues.indexOf(Math.min(...issues))];
  }

  /**
   * Converts a message from the form that its codec accepts to its JSON form. Values that the contract
   * prescribes may be missing.
   *
   * @throws FeedServerError `unknown_message`.
   */
  toWire(message: string, value: unknown): unknown {
    const codec = this.#codec(message);
    return codec.toWire === undefined ? value : codec.toWire(value);
  }

  /** Composes a frame. */
  compose(message: string, { base, places = new Map(), fill = {} }: FrameParts): unknown {
    const conditions = this.#conditionsOf(message);
    const all = new Map<FeedPointer, unknown>();
    for (const [pointer, value] of Object.entries(fill)) {
      if (valueAt(base, pointer) === undefined) all.set(pointer, value);
    }
    // A value in `places` is complete, so no default is added inside it.
    const isPlaced = (pointer: FeedPointer): boolean =>
      [...places.keys()].some((placed) => `${pointer}/`.startsWith(`${placed}/`));
    for (const [pointer, condition] of Object.entries(conditions)) {
      const constant = isPlaced(pointer) ? undefined : conditionConstant(condition);
      if (constant === undefined || meetsCondition(valueAt(base, pointer), condition)) continue;
      all.set(pointer, constant);
    }
    for (const [pointer, value] of places) all.set(pointer, value);
    let frame = base;
    for (const [pointer, value] of inOrder(all)) {
      frame = placeAt(frame, pointerSteps(pointer), value);
    }
    for (const [pointer, condition] of Object.entries(conditions)) {
      const empty = conditionEmpty(condition);
      if (empty === undefined || isPlaced(pointer) || valueAt(frame, pointer) !== undefined)
        continue;
      frame = placeAt(frame, pointerSteps(pointer), empty);
    }
    return frame;
  }

  /**
   * Returns whether the schema of a message has a number or a text at a pointer. In the pointer, use `0`
   * for any index of a list.
   */
  formAt(message: string, pointer: FeedPointer): NumberForm {
    const key = `${message} ${pointer}`;
    let form = this.#forms.get(key);
    if (form === undefined) {
      const issues = (value: unknown): number =>
        this.#countIssues(message, this.compose(message, { places: new Map([[pointer, value]]) }));
      form = issues("1") < issues(1) ? "text" : "number";
      this.#forms.set(key, form);
    }
    return form;
  }

  /**
   * Encodes a frame. Returns its bytes, or an error if the frame breaks the contract.
   *
   * @param checked whether the codec of the message must check the encoded frame
   */
  write(message: string, frame: unknown, checked: boolean): FrameBatch | FeedServerError {
    // All subscribers share the object of a frame, so it is encoded only once.
    if (typeof frame !== "object" || frame === null)
      return this.#writeFrame(message, frame, checked);
    const known = this.#written.get(frame);
    if (known !== undefined && (checked || !(known instanceof FeedServerError))) return known;
    const written = this.#writeFrame(message, frame, checked);
    this.#written.set(frame, written);
    return written;
  }

  #writeFrame(message: string, frame: unknown, checked: boolean): FrameBatch | FeedServerError {
    try {
      const text = stringifyJson(frame);
      if (!checked) return textFrames([Buffer.from(text)]);
      this.#codec(message).decode(text);
      const recognised = this.recognise(frame);
      if (recognised === message) return textFrames([Buffer.from(text)]);
      const found = recognised === undefined ? "no message" : `the message ${recognised}`;
      return invalidMessage(message, `x-envelope identifies it as ${found}`);
    } catch (error) {
      if (error instanceof CodecError || error instanceof JsonError) {
        return invalidMessage(message, error.message, error);
      }
      throw error;
    }
  }

  #conditionsOf(message: string): FeedConditions {
    return this.#matches.find((match) => match.message === message)?.where ?? {};
  }

  #codec(message: string): Codec<unknown> {
    const codec = this.#codecs.get(message);
    if (codec !== undefined) return codec;
    const known = [...this.#codecs.keys()].join(", ");
    throw new FeedServerError(
      "unknown_message",
      `Unknown message ${message}. Messages of the channel: ${known}.`,
    );
  }

  #countIssues(message: string, frame: unknown): number {
    try {
      this.#codec(message).decode(stringifyJson(withoutHoles(frame)));
      return 0;
    } catch (error) {
      if (error instanceof CodecError) return error.issues.length;
      throw error;
    }
  }
}

/**
 * Returns the values in the order in which they must be written. Elements that are added to arrays are
 * last.
 */
function inOrder(places: Places): readonly (readonly [FeedPointer, unknown])[] {
  const addedIndex = (pointer: FeedPointer): number => {
    const step = pointerSteps(pointer).find((each) => typeof each === "number" && each < 0);
    return typeof step === "number" ? step : Number.NEGATIVE_INFINITY;
  };
  return [...places].sort(([left], [right]) => {
    const [first, second] = [addedIndex(left), addedIndex(right)];
    return first === second ? 0 : first - second;
  });
}

function conditionConstant(condition: FeedCondition): TemplateValue | undefined {
  if (typeof condition !== "object") return condition;
  if ("absent" in condition) return undefined;
  if ("type" in condition) return condition.type === "null" ? null : undefined;
  return condition[0];
}

function conditionEmpty(condition: FeedCondition): unknown {
  if (typeof condition !== "object" || !("type" in condition)) return undefined;
  if (condition.type === "array") return [];
  return condition.type === "object" ? {} : undefined;
}

function withoutHoles(frame: unknown): unknown {
  if (Array.isArray(frame)) return frame.map((item: unknown) => withoutHoles(item ?? 0));
  if (typeof frame !== "object" || frame === null) return frame;
  return Object.fromEntries(
    Object.entries(frame).map(([name, member]) => [name, withoutHoles(member)]),
  );
}

function invalidMessage(message: string, why: string, cause?: Error): FeedServerError {
  return new FeedServerError(
    "invalid_frame",
    `The message ${message} breaks the contract: ${why}. Add the missing values to the published message or to \`fill.${message}\`.`,
    cause === undefined ? {} : { cause },
  );
}
