// Reads plain YAML, which is the form of most documents: a single document without errors, anchors, tags,
// merge keys and duplicate keys. `js-yaml` reads such texts five times as fast as `yaml`. `yaml` reads all
// other texts, and explains errors better.

import {
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import { type JsonValue, setMember } from "../json/json-value.ts";

/** The value of a text, and the offsets of its members. */
export interface PlainYaml {
  readonly value: JsonValue;
  /** The offset of the value. */
  readonly start: number;
  /**
   * The offsets of the members in the order of `Object.keys`. For a mapping, these are the offsets of its
   * keys.
   */
  readonly offsets: WeakMap<object, readonly number[]>;
}

/**
 * Matches texts that the two libraries read differently: old line breaks, or content before the document.
 */
const unclear = /\r(?!\n)|^\s*\.\.\.|^\s+---|^\uFEFF/;

/** Reads a plain text. Returns `undefined` if the text has an error or is not plain. */
export function readPlainYaml(text: string, maxDepth: number): PlainYaml | undefined {
  if (unclear.test(text)) return undefined;
  let events: readonly Event[];
  try {
    events = parseEvents(text, { maxDepth });
  } catch {
    return undefined;
  }
  const reader = new PlainReader(text);
  for (const event of events) if (!reader.readEvent(event)) return undefined;
  const { root, offsets } = reader;
  return root && { ...root, offsets };
}

/** An array or object whose end was not read yet. */
type Open =
  | { readonly items: JsonValue[]; readonly places: number[] }
  | {
      readonly members: Record<string, JsonValue>;
      readonly places: Map<string, number>;
      key?: string;
    };

class PlainReader {
  readonly offsets = new WeakMap<object, readonly number[]>();
  root: { readonly value: JsonValue; readonly start: number } | undefined;
  readonly #text: string;
  readonly #open: Open[] = [];
  #documents = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads an event of the parser. Returns false if the text is not plain. */
  readEvent(event: Event): boolean {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        this.#documents++;
        return this.#documents === 1 && event.directives.length === 0;
      case EVENT_ID.POP:
        this.#close();
        return true;
      case EVENT_ID.ALIAS:
        return false;
      case EVENT_ID.SCALAR:
        return !hasProperties(event) && this.#takeScalar(event);
      default:
        return !hasProperties(event) && this.#openCollection(event);
    }
  }

  #takeScalar(event: ScalarEvent): boolean {
    const parent = this.#open.at(-1);
    if (parent === undefined) return false;
    if ("members" in parent && parent.key === undefined) {
      const key = getScalarValue(this.#text, event);
      if (key === "<<" || parent.places.has(key) || isOnSeveralLines(this.#text, event))
        return false;
      const start = scalarStart(this.#text, event);
      if (start === undefined) return false;
      parent.places.set(key, start);
      parent.key = key;
      return true;
    }
    const value = readScalar(this.#text, event);
    if (value === undefined) return false;
    if ("members" in parent) {
      this.#place(value, 0);
      return true;
    }
    const start = scalarStart(this.#text, event);
    if (start === undefined) return false;
    this.#place(value, start);
    return true;
  }

  #openCollection(event: Extract<Event, { readonly start: number }>): boolean {
    const parent = this.#open.at(-1);
    const isKey = parent !== undefined && "members" in parent && parent.key === undefined;
    if (isKey) return false;
    if (event.type === EVENT_ID.SEQUENCE) {
      const items: JsonValue[] = [];
      this.#place(items, event.start);
      this.#open.push({ items, places: [] });
    } else {
      const members: Record<string, JsonValue> = {};
      this.#place(members, event.start);
      this.#open.push({ members, places: new Map() });
    }
    return true;
  }

  #place(value: JsonValue, start: number): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root = { value, start };
    else if ("items" in parent) {
      parent.items.push(value);
      parent.places.push(start);
    } else {
      setMember(parent.members, parent.key ?? "", value);
      delete parent.key;
    }
  }

  #close(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    if ("items" in closed) {
      this.offsets.set(closed.items, closed.places);
      return;
    }
    const { members, places } = closed;
    // In `Object.keys`, keys such as "200" come before all others, independent of the order in the text.
    const names = Object.keys(members);
    this.offsets.set(
      members,
      names.map((name) => places.get(name) ?? 0),
    );
  }
}

/** Reports whether a key has several lines, because `yaml` rejects such keys. */
function isOnSeveralLines(text: string, { valueStart, valueEnd }: ScalarEvent): boolean {
  const lineEnd = text.indexOf("\n", valueStart);
  return lineEnd >= 0 && lineEnd < valueEnd;
}

function hasProperties(event: {
  readonly anchorStart: number;
  readonly tagStart: number;
}): boolean {
  return event.anchorStart >= 0 || event.tagStart >= 0;
}

/**
 * Returns the offset of a scalar, including its quotation mark. Returns `undefined` if the offset cannot be
 * found.
 */
function scalarStart(text: string, { style, valueStart }: ScalarEvent): number | undefined {
  if (valueStart < 0) return undefined;
  if (style === SCALAR_STYLE.PLAIN) return valueStart;
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  if (isQuoted) return valueStart - 1;
  const headerEnd = text.lastIndexOf("\n", valueStart - 1);
  const header = text.slice(text.lastIndexOf("\n", headerEnd - 1) + 1, headerEnd);
  const indicator = /[|>][-+\d]*\s*$/.exec(header);
  return indicator === null ? undefined : headerEnd - header.length + indicator.index;
}

const integer = /^[-+]?\d+$/;
const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** Matches hexadecimal and octal numbers, infinity and NaN. */
const unusual = /^(?:0[xo][\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/**
 * Reads a scalar by the core schema. Returns `undefined` for numbers that this reader does not support.
 */
function readScalar(text: string, event: ScalarEvent): JsonValue | undefined {
  const source = getScalarValue(text, event);
  if (event.style !== SCALAR_STYLE.PLAIN) return source;
  switch (source) {
    case "":
    case "~":
    case "null":
    case "Null":
    case "NULL":
      return null;
    case "true":
    case "True":
    case "TRUE":
      return true;
    case "false":
    case "False":
    case "FALSE":
      return false;
  }
  if (!/^[-+.\d]/.test(source)) return source;
  if (integer.test(source)) {
    const number = Number(source);
    // JavaScript reads "-0" as negative zero, but integers have only one zero.
    return Number.isSafeInteger(number) ? number + 0 : BigInt(source);
  }
  if (unusual.test(source)) return undefined;
  if (!decimal.test(source)) return source;
  const number = Number(source);
  return Number.isFinite(number) ? number : undefined;
}
