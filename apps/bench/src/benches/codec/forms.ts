// Writes the same frames in the formats of other writers.

import type { FrameType } from "./frames.ts";
import { createRandom, type Random } from "./random.ts";

/** The forms in which a frame can be written. Our encoders write the first form. */
export const forms = [
  "compact",
  "shuffled keys",
  "pretty-printed",
  "python separators",
  "unknown field in the payload",
  "unknown field last",
  "text beyond Latin-1",
] as const;

/**
 * Returns the forms in which a frame can be written. Some forms change texts, and only frames of
 * events contain texts.
 */
export function formsOf(frame: FrameType): readonly Form[] {
  return frame === "event_update" ? forms : forms.slice(0, -1);
}

export type Form = (typeof forms)[number];

/** A frame in one form: its text, and the value that an exact reader returns for this text. */
export interface FormedFrame {
  readonly text: string;
  readonly value: object;
}

/** Writes frames in one form. The result is always the same. */
export function writeFrames(values: readonly object[], form: Form): readonly FormedFrame[] {
  const random = createRandom(99);
  return values.map((given) => {
    const value = reshape(given, form, random);
    return { value, text: writeJson(value, layouts[form] ?? compact, "\n") };
  });
}

interface Layout {
  readonly comma: string;
  readonly colon: string;
  /** The indentation of one level. If it is set, each member starts on a new line. */
  readonly indent: string;
}

const compact: Layout = { comma: ",", colon: ":", indent: "" };
const layouts: Partial<Record<Form, Layout>> = {
  "pretty-printed": { comma: ",", colon: ": ", indent: "  " },
  "python separators": { comma: ", ", colon: ": ", indent: "" },
};

function reshape(value: object, form: Form, random: Random): object {
  switch (form) {
    case "shuffled keys":
      return asObject(shuffleKeys(value, random));
    case "unknown field in the payload":
      return addInside(value);
    case "unknown field last":
      return { ...value, trace: { id: "7f3a", hops: [1, 2], sampled: false } };
    case "text beyond Latin-1":
      return asObject(mapTexts(value));
    default:
      return value;
  }
}

/**
 * Adds a character before each amount in a text. Because of this character, V8 stores the text with
 * two bytes per character.
 */
function mapTexts(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(" $", " ≥ $");
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each)]));
}

function shuffleKeys(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => shuffleKeys(each, random));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => [key, shuffleKeys(each, random)]);
  return Object.fromEntries(random.shuffle(members));
}

/**
 * Adds a member after the second member of the payload. If the frame has no payload, adds a member
 * to each level of the book.
 */
function addInside(value: object): object {
  const entries = Object.entries(value).map(([key, each]) => {
    if (key === "payload") return [key, insertMember(asObject(each), 2, "x_region", "sa-east-1")];
    if (key !== "bids" && key !== "asks") return [key, each];
    return [key, (each as readonly object[]).map((level) => insertMember(level, 1, "orders", 3))];
  });
  return Object.fromEntries(entries);
}

function insertMember(value: object, place: number, key: string, added: unknown): object {
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries([...entries.slice(0, place), [key, added], ...entries.slice(place)]);
}

function asObject(value: unknown): object {
  if (typeof value !== "object" || value === null) throw new TypeError("Not an object.");
  return value;
}

function writeJson(value: unknown, layout: Layout, newline: string): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = newline + layout.indent;
  const texts = Array.isArray(value)
    ? value.map((each) => writeJson(each, layout, inner))
    : Object.entries(value).map(
        ([key, each]) => JSON.stringify(key) + layout.colon + writeJson(each, layout, inner),
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (layout.indent === "" || texts.length === 0) return open + texts.join(layout.comma) + close;
  return open + inner + texts.join(layout.comma + inner) + newline + close;
}
