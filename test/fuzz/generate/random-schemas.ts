// Random OpenAPI documents of schemas, to test features that the specs of this repository do not use. They
// avoid only the ambiguous case: a number that two keywords would decode differently.

import { bodyDocument } from "./body-document.ts";
import type { Random } from "./random.ts";
import { scalarSchema } from "./random-scalars.ts";

type Json = Readonly<Record<string, unknown>>;

/** A document and the names of its schemas. Each schema is the body of an operation. */
export interface RandomDocument {
  readonly document: Json;
  readonly names: readonly string[];
}

/** Generates a document with a number of schemas, and some more that unions refer to. */
export function randomDocument(random: Random, count: number): RandomDocument {
  const old = random.chance(20);
  const names = Array.from({ length: count }, (_, index) => `S${index}`);
  const schemas: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const draw = drawing({ random, old, names, index, schemas });
    schemas[name] = draw.top();
  }
  return { names, document: bodyDocument(old ? "3.0.3" : "3.1.0", names, schemas) };
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

interface Drawing {
  readonly random: Random;
  /** OpenAPI 3.0: `nullable`, and fewer keywords. */
  readonly old: boolean;
  readonly names: readonly string[];
  readonly index: number;
  readonly schemas: Record<string, unknown>;
}

/** A constant, because an object with a literal `then` looks like a promise. */
const THEN = "then";

const memberNames = [
  ..."a b id seq ts_ns units nanos value_is_8 a_rather_long_member_name kind2 status".split(" "),
  ..."__proto__ constructor toString hasOwnProperty 0 é".split(" "),
  "a b",
  'q"\\',
];

function drawing({ random, old, names, index, schemas }: Drawing): { top(): unknown } {
  let unions = 0;
  return {
    top: () => {
      const choice = random.below(10);
      if (choice < 6) return object(0);
      if (choice < 7) return array(0);
      return choice < 9 ? union(0) : schema(0, false);
    },
  };

  /** Generates a schema. `mayRecur` allows recursion, where a value can omit it. */
  function schema(depth: number, mayRecur: boolean): unknown {
    const choice = random.below(depth > 2 ? 60 : 100);
    if (choice < 55) return maybeNull(scalarSchema(random, old));
    if (choice < 60) return random.chance(70) || old ? {} : true;
    if (choice < 70) return reference(depth, mayRecur);
    if (choice < 80) return maybeNull(array(depth + 1));
    if (choice < 93) return maybeNull(object(depth + 1));
    return union(depth + 1);
  }

  function maybeNull(drawn: Json): Json {
    if (!random.chance(10)) return drawn;
    if (old) return { ...drawn, nullable: true };
    const { type, enum: members } = drawn;
    if (typeof type !== "string" || members !== undefined || drawn["const"] !== undefined)
      return drawn;
    return { ...drawn, type: [type, "null"] };
  }

  function reference(depth: number, mayRecur: boolean): unknown {
    const from = mayRecur ? 0 : index + 1;
    const candidates = names.slice(from);
    return candidates.length === 0 ? object(depth + 1) : { $ref: refTo(random.pick(candidates)) };
  }

  function array(depth: number): Json {
    const minItems = random.chance(20) ? random.below(3) : undefined;
    const maxItems = random.chance(20) ? (minItems ?? 0) + random.below(3) : undefined;
    const limits = { ...(minItems && { minItems }), ...(maxItems !== undefined && { maxItems }) };
    if (old || random.chance(75)) {
      if (random.chance(15)) {
        const items = random.pick([{ type: "string" }, { type: "integer" }, {}]);
        return { type: "array", items, uniqueItems: true, ...limits };
      }
      return { type: "array", items: schema(depth, minItems === undefined), ...limits };
    }
    if (random.chance(50)) {
      const prefixItems = [schema(depth, false), schema(depth, false)];
      const items = random.pick([false, schema(depth, true), true]);
      return { type: "array", prefixItems, items, ...limits };
    }
    const contains = random.pick([
      { type: "string", minLength: 2 },
      { const: 7 },
      { type: "null" },
      scalarSchema(random, old),
    ]);
    const counts = random.chance(50) ? {} : { minContains: random.below(2), maxContains: 2 };
    return { type: "array", contains, ...counts, ...limits };
  }

  function object(depth: number): Json {
    const properties: [string, unknown][] = [];
    const required: string[] = [];
    for (let count = random.below(depth === 0 ? 7 : 4); count >= 0; count -= 1) {
      const name = random.chance(75) ? random.pick(memberNames) : `m${random.below(9)}`;
      if (properties.some(([other]) => other === name)) continue;
      const needed = random.chance(60);
      if (needed) required.push(name);
      properties.push([name, schema(depth, !needed)]);
    }
    const drawn: Json = {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      ...rest(depth, properties),
    };
    return random.chance(12) && !old ? composed(drawn, depth) : drawn;
  }

  /** Generates keywords for unnamed members and for the object as a whole. */
  function rest(depth: number, properties: readonly (readonly [string, unknown])[]): Json {
    const choice = random.below(100);
    if (choice < 20) return { additionalProperties: false };
    if (choice < 30) return { additionalProperties: schema(depth + 1, true) };
    if (choice < 38) return { additionalProperties: true };
    if (choice < 42) return { maxProperties: 2 + random.below(4) };
    if (choice < 45) return { minProperties: 1 + random.below(2) };
    if (old) return {};
    if (choice < 50) return { patternProperties: { "^x-": schema(depth + 1, true) } };
    if (choice < 54 && !properties.some(([name]) => name === "0")) {
      const patternProperties = { "^[0-9]+$": scalarSchema(random, old) };
      return { patternProperties, additionalProperties: random.chance(50) };
    }
    if (choice < 58) return { propertyNames: { pattern: "^[a-z_0-9]*$" } };
    const [[first = "a"] = [], [second = "b"] = []] = properties;
    if (choice < 62) return { dependentRequired: { [first]: [second] } };
    if (choice < 65) return { dependentSchemas: { [first]: { required: [second] } } };
    if (choice < 67) return { not: { required: ["forbidden"] } };
    if (choice < 69) return { not: { properties: { [first]: scalarSchema(random, old) } } };
    return {};
  }

  function composed(drawn: Json, depth: number): Json {
    const other = { properties: { extra: scalarSchema(random, old) }, required: ["extra"] };
    const choice = random.below(3);
    if (choice === 0) return { allOf: [withoutLimits(drawn), other] };
    if (choice === 1) {
      const unevaluatedProperties = random.chance(60) ? false : schema(depth, true);
      return { type: "object", allOf: [withoutLimits(drawn), other], unevaluatedProperties };
    }
    const mode = random.chance(50) ? { const: "x" } : scalarSchema(random, old);
    const condition = { properties: { mode }, required: ["mode"] };
    return {
      ...drawn,
      if: condition,
      [THEN]: { properties: { extra: schema(depth, true) } },
      else: { not: { required: ["extra"] } },
    };
  }

  function union(depth: number): Json {
    const choice = random.below(4);
    if (choice === 0) return tagged(depth);
    if (choice === 1) {
      const one = random.pick([
        { type: "integer", format: "int64" },
        { type: "integer" },
        { type: "number" },
      ]);
      const branches = [
        one,
        { type: "string", maxLength: 4 },
        { type: "boolean" },
        array(depth + 1),
      ];
      const word = random.pick(["oneOf", "anyOf"]);
      return { [word]: branches.slice(0, 2 + random.below(3)) };
    }
    const branch = (name: string): Json => ({
      type: "object",
      properties: { [name]: scalarSchema(random, old) },
      required: [name],
    });
    return { [random.pick(["anyOf", "oneOf"])]: [branch("left"), branch("right")] };
  }

  /** Generates a union distinguished by a constant, with or without a discriminator. */
  function tagged(depth: number): Json {
    const tags = ["one", "two_is_8", "drei"].slice(0, 2 + random.below(2));
    const branches = tags.map((tag) => {
      const properties = { value: schema(depth + 1, true), other: scalarSchema(random, old) };
      const tagSchema = old ? { type: "string", enum: [tag] } : { type: "string", const: tag };
      const required = random.chance(50) ? ["kind", "other"] : ["kind"];
      return { type: "object", properties: { kind: tagSchema, ...properties }, required };
    });
    if (random.chance(40)) return { oneOf: branches };
    unions += 1;
    const union = unions;
    const refs = branches.map((branch, at) => {
      const name = `U${index}x${union}x${at}`;
      schemas[name] = branch;
      return { $ref: refTo(name) };
    });
    const mapping = Object.fromEntries(tags.map((tag, at) => [tag, refs[at]?.$ref]));
    return { oneOf: refs, discriminator: { propertyName: "kind", mapping } };
  }
}

function withoutLimits(drawn: Json): Json {
  const { additionalProperties, patternProperties, propertyNames, maxProperties, ...others } =
    drawn;
  return others;
}
