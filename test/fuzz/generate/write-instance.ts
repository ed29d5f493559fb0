// Generates texts that mostly match a schema, in any notation: canonical, shuffled, spaced,
// escaped.

import { isNumeric, isRecord, listOf } from "../reference/check.ts";
import type { Place, SchemaDocuments } from "../reference/schema-documents.ts";
import { collectShape, type Shape, shapeBound, shapeTypes, shapeWord } from "./collect.ts";
import type { Random } from "./random.ts";
import { formatSamples, matchingStrings, oddString, quoteText } from "./sample-strings.ts";

/** The notation of a text. */
interface Layout {
  readonly comma: string;
  readonly colon: string;
  readonly open: string;
  readonly close: string;
  readonly shuffle: boolean;
  readonly escaping: boolean;
  /** The percentage of objects that get a member unknown to the schema. */
  readonly unknown: number;
}

const canonical: Layout = {
  comma: ",",
  colon: ":",
  open: "",
  close: "",
  shuffle: false,
  escaping: false,
  unknown: 0,
};

const layouts: readonly Layout[] = [
  canonical,
  canonical,
  canonical,
  { ...canonical, unknown: 30 },
  { ...canonical, shuffle: true, unknown: 10 },
  { ...canonical, escaping: true, unknown: 10 },
  { ...canonical, comma: ", ", colon: ": " },
  { ...canonical, comma: ",\n  ", colon: ": ", open: "\n  ", close: "\n" },
  {
    ...canonical,
    comma: " \t,\r\n",
    colon: "\n:\t",
    open: " ",
    close: "\r",
    unknown: 20,
    shuffle: true,
  },
];

export interface WriteInstanceOptions {
  /** Whether values without a type are text, for places that only carry text. */
  readonly openAsText?: boolean;
}

/** Generates one instance of the schema. */
export function writeInstance(
  documents: SchemaDocuments,
  place: Place,
  random: Random,
  { openAsText = false }: WriteInstanceOptions = {},
): string {
  const drawn = random.pick(layouts);
  const layout = openAsText ? { ...drawn, unknown: 0 } : drawn;
  // Above this length, most optional parts are omitted: longer texts cost more than they reveal.
  let room = random.chance(3) ? 50_000 : 600;
  // The percentage of optional members: usually low, since short texts are as useful.
  const members = random.pick([5, 15, 30, 65, 95]);
  return write(place, 0);

  function write(at: Place, depth: number): string {
    if (depth > 14) return "null";
    const text = writeAny(at, depth);
    if (depth > 0) room -= text.length;
    return text;
  }

  function writeAny(at: Place, depth: number): string {
    const shape = collectShape(documents, at, random);
    const constant = shapeWord(shape, "const");
    if (constant !== undefined) return data(constant, random, layout);
    const members = listOf(shapeWord(shape, "enum"));
    if (members.length > 0) {
      if (shapeWord(shape, "x-open-enum") === true && random.chance(10)) return '"A_NEW_ONE"';
      return data(random.pick(members), random, layout);
    }
    const found = shapeTypes(shape);
    const types = openAsText && found.length > 2 && found.includes("string") ? ["string"] : found;
    const type = types.length === 0 ? "null" : random.pick(types);
    if (type === "object") return writeObject(shape, depth);
    if (type === "array") return writeArray(shape, depth);
    if (type === "string") return quoteText(writeText(shape, random), random, layout.escaping);
    if (type === "boolean") return random.chance(50) ? "true" : "false";
    return type === "null" ? "null" : writeNumber(shape, type, random);
  }

  function writeObject(shape: Shape, depth: number): string {
    const found: (readonly [string, string])[] = [];
    for (const [name, at] of shape.properties) {
      if (at.schema === false) continue;
      if (!shape.required.has(name) && !random.chance(depth > 5 || room < 0 ? 5 : members))
        continue;
      found.push([name, write(at, depth + 1)]);
    }
    for (const name of shape.required) {
      if (!shape.properties.has(name)) found.push([name, openValue()]);
    }
    for (const [name, value] of others(shape, depth)) {
      if (!shape.properties.has(name) && !shape.required.has(name)) found.push([name, value]);
    }
    if (layout.shuffle) shuffle(found, random);
    const { open, close, colon, comma, escaping } = layout;
    const texts = found.map(([name, text]) => quoteText(name, random, escaping) + colon + text);
    return `{${open}${texts.join(comma)}${close}}`;
  }

  function others(shape: Shape, depth: number): readonly (readonly [string, string])[] {
    const found: (readonly [string, string])[] = [];
    const patterns = shapeWord(shape, "patternProperties");
    for (const [source, schema] of isRecord(patterns) ? Object.entries(patterns) : []) {
      if (!random.chance(60)) continue;
      found.push([
        random.pick(matchingStrings(source)),
        write({ file: shape.file, schema }, depth + 1),
      ]);
    }
    const additional = shapeWord(shape, "additionalProperties");
    const least = shapeBound(shape, "minProperties", 0) - shape.properties.size;
    const free = additional !== undefined && additional !== false && depth < 6;
    const count = Math.max(least, free ? random.below(4) : random.chance(layout.unknown) ? 1 : 0);
    for (let index = 0; index < count && index < 8; index += 1) {
      const name = otherName(shape);
      if (isRecord(additional) && Object.keys(additional).length > 0) {
        found.push([name, write({ file: shape.file, schema: additional }, depth + 1)]);
      } else found.push([name, openValue()]);
    }
    return [...new Map(found)];
  }

  function openValue(): string {
    return openAsText ? '"plain"' : random.pick(oddValues);
  }

  function otherName(shape: Shape): string {
    const names = shapeWord(shape, "propertyNames");
    const source = isRecord(names) ? names["pattern"] : undefined;
    if (typeof source === "string") return random.pick(matchingStrings(source));
    return random.chance(50) ? random.pick(oddNames) : oddString(random, 1, 8);
  }

  function writeArray(shape: Shape, depth: number): string {
    const first = listOf(shapeWord(shape, "prefixItems"));
    const least = shapeBound(shape, "minItems", first.length);
    const most = shapeBound(shape, "maxItems", least + (depth > 4 ? 1 : random.chance(3) ? 40 : 3));
    // Occasionally a long one, such as a book of forty levels.
    const many = depth < 3 && random.chance(3) ? 40 : room < 0 ? 1 : 5;
    const count = Math.min(least + random.below(Math.max(1, most - least + 1)), least + many);
    const items = shapeWord(shape, "items") ?? shapeWord(shape, "contains") ?? true;
    const texts = Array.from({ length: count }, (_, index) => {
      const schema = first[index] ?? items;
      if (schema === true) return openValue();
      return write({ file: shape.file, schema }, depth + 1);
    });
    return `[${layout.open}${texts.join(layout.comma)}${layout.close}]`;
  }
}

function writeText(shape: Shape, random: Random): string {
  const least = shapeBound(shape, "minLength", 0);
  const most = shapeBound(shape, "maxLength", least + 24);
  const source = shapeWord(shape, "pattern");
  if (typeof source === "string") return random.pick(matchingStrings(source));
  const samples = formatSamples[String(shapeWord(shape, "format"))];
  if (samples !== undefined) return random.chance(80) ? (samples[0] ?? "") : random.pick(samples);
  return oddString(random, least, Math.max(least, most));
}

function writeNumber(shape: Shape, type: string, random: Random): string {
  const wide = String(shapeWord(shape, "format")).endsWith("int64");
  const low = limit(shape, ["minimum", "exclusiveMinimum"], wide ? -(2n ** 63n) : -1000n);
  const high = limit(shape, ["maximum", "exclusiveMaximum"], wide ? 2n ** 63n - 1n : 100000n);
  const by = shapeWord(shape, "multipleOf");
  if (isNumeric(by)) return `${Number(by) * random.below(100)}`;
  if (type === "number" && random.chance(60)) {
    return random.pick(["0.5", "1.25e1", "-0.0", "3.0", "1e3", "0.1", "12345.678", "2.5E-3"]);
  }
  const corners = [
    low,
    high,
    0n,
    1n,
    -1n,
    42n,
    1763700000123456789n,
    2n ** 53n,
    2n ** 53n - 1n,
    4096n,
  ];
  const fitting = corners.filter((value) => value >= low && value <= high);
  if (fitting.length > 0 && random.chance(60)) return `${random.pick(fitting)}`;
  const span = high > low ? high - low + 1n : 1n;
  return `${low + ((BigInt(random.below(2 ** 31)) * BigInt(random.below(2 ** 31)) * 7n) % span)}`;
}

function limit(shape: Shape, names: readonly string[], otherwise: bigint): bigint {
  for (const name of names) {
    const value = shapeWord(shape, name);
    if (typeof value === "bigint") return value;
    if (typeof value === "number") return BigInt(Math.round(value));
  }
  return otherwise;
}

function data(value: unknown, random: Random, layout: Layout): string {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "string") return quoteText(value, random, layout.escaping);
  if (Array.isArray(value)) return `[${value.map((item) => data(item, random, layout)).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, item]) => `${quoteText(name, random, layout.escaping)}:${data(item, random, layout)}`,
  );
  return `{${members.join()}}`;
}

function shuffle(values: unknown[], random: Random): void {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const [value] = values.splice(random.below(at + 1), 1);
    values.push(value);
  }
}

/** Names that are awkward as members of a JavaScript object or of a text. */
export const oddNames: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "0",
  "é",
  'q"q',
  "type",
  "seq",
  "units",
  "x-new",
];

/** Values, as text, that are awkward where no member was expected. */
export const oddValues: readonly string[] = [
  "9007199254740993",
  "-9223372036854775809",
  "1.763700000123456789e18",
  "[[[[[[1]]]]]]",
  '{"a":{"b":[1e3,-0,{}]},"c":"}]\\"{["}',
  '"\\ud83d\\ude00\\u0000"',
  "[]",
  "{}",
  "null",
  "true",
  "0",
  '"plain"',
  '{"__proto__":{"x":1},"constructor":2}',
  '[1,"2",[3],{"4":5},null,false]',
  "1e2",
];
