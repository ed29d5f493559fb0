// The fuzz must detect defects: a codec made from the reference passes, and a codec with one planted defect
// fails.

import { CodecError, stringifyJson } from "@specwright/runtime";
import { expect, test } from "vitest";
import { interpretSchema } from "./reference/interpret.ts";
import { parseExactly, schemaDocuments } from "./reference/schema-documents.ts";
import { fuzzTarget } from "./run-fuzz.ts";
import { createTarget, type Tier } from "./targets/target.ts";

const CASES = 5000;

const schema = parseExactly(`
type: object
required: [seq, name]
properties:
  seq: { type: integer, format: int64, minimum: 0 }
  name: { type: string, maxLength: 3 }
  price: { type: number }
  next: { $ref: "#" }
`);
const documents = schemaDocuments({ given: schema });
const place = { file: "given", schema };
const reference = interpretSchema(documents, place);

const whole = { code: "type", pointer: "", message: "wrong", expected: "right", received: "wrong" };

function decode(input: string | Uint8Array): unknown {
  const text = typeof input === "string" ? input : utf8(input);
  const outcome = reference(text);
  if (outcome.kind === "valid") return outcome.value;
  throw refusal(outcome.kind === "malformed" ? "malformed" : "decode");
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusal("malformed");
  }
}

function refusal(code: "malformed" | "decode", quote = ""): CodecError {
  return new CodecError(code, [{ ...whole, message: `wrong ${quote}` }]);
}

const honest: Tier["codec"] = {
  decode,
  encode: (value) => stringifyJson(value),
  parse: (value) => value,
  is: (value): value is unknown => typeof decoded(value) === "object",
  validate: (value) => (decoded(value) === undefined ? [whole] : []),
};

/** Returns the decoded form of a value if it matches the schema. */
function decoded(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("seq" in value)) return undefined;
  if (typeof value.seq !== "bigint") return undefined;
  const outcome = reference(stringifyJson(value));
  return outcome.kind === "valid" ? outcome.value : undefined;
}

function find(codec: Partial<Tier["codec"]>): string | undefined {
  const tiers = [
    { name: "honest", codec: honest },
    { name: "suspect", codec: { ...honest, ...codec } },
  ];
  return fuzzTarget(createTarget("Frame", tiers, documents, place), 1, CASES)?.what;
}

/** Returns a decoder that changes each text before reading it. */
function reading(change: (text: string) => string): Partial<Tier["codec"]> {
  return { decode: (input) => decode(change(typeof input === "string" ? input : utf8(input))) };
}

test("a codec made from the reference passes", () => {
  expect(find({})).toBeUndefined();
});

test.each<[string, Partial<Tier["codec"]>]>([
  ["rounds long integers", reading((text) => text.replace(/(\d{16})\d/, "$10"))],
  ["takes leading zeros", reading((text) => text.replace(/:0+(?=\d)/g, ":"))],
  ["takes a byte order mark", reading((text) => text.replace(/^\ufeff/, ""))],
  ["takes what comes after", reading((text) => text.replace(/\}[^}]*$/, "}"))],
  ["takes raw control characters", reading((text) => text.replaceAll("\u001f", " "))],
  ["reads lone surrogates otherwise", reading((text) => text.toWellFormed())],
  ["loses `__proto__`", reading((text) => text.replace('"__proto__":', '"proto":'))],
  [
    "takes deeper nesting",
    reading((text) => text.replace("[".repeat(513) + "]".repeat(513), "[]")),
  ],
  [
    "takes bad UTF-8",
    {
      decode: (input) =>
        decode(new TextDecoder().decode(input instanceof Uint8Array ? input : Buffer.from(input))),
    },
  ],
  [
    "changes its input",
    {
      decode: (input) => {
        const value = decode(input);
        if (typeof input !== "string") input.fill(0x20, 0, 1);
        return value;
      },
    },
  ],
  [
    "quotes its input",
    {
      decode: (input) => {
        try {
          return decode(input);
        } catch {
          throw refusal("decode", String(input));
        }
      },
    },
  ],
  ["throws something else", { decode: (input) => JSON.parse(String(input)) }],
  [
    "reports other issues",
    {
      decode: (input) => {
        try {
          return decode(input);
        } catch (error) {
          if (error instanceof CodecError)
            throw new CodecError(error.code, [{ ...whole, pointer: "/seq" }]);
          throw error;
        }
      },
    },
  ],
  [
    "encodes doubles",
    {
      encode: (value) => stringifyJson(value).replace(/\d{17,}/g, (digits) => `${Number(digits)}`),
    },
  ],
  [
    "refuses good values",
    { is: (value): value is unknown => honest.is(value) && stringifyJson(value).length < 60 },
  ],
  ["finds fault with good values", { validate: () => [whole] }],
])("a codec that %s is detected", (_, codec) => {
  expect(find(codec)).toBeDefined();
});
