// Number and int64 schemas for one value: a member by its name and by a pattern, an item by its index and
// as any item, alternatives, parts and conditions.

import { bodyDocument } from "../generate/body-document.ts";
import type { Random } from "../generate/random.ts";

type Json = Readonly<Record<string, unknown>>;

/** A constant, because an object with a literal `then` looks like a promise. */
const THEN = "then";

/** Draws schemas named S0, S1 and so on, and a number that some of them refer to. */
export function drawMixedNumbers(random: Random, count: number) {
  const names = Array.from({ length: count }, (_, index) => `S${index}`);
  const schemas = Object.fromEntries(names.map((name) => [name, schema()]));
  return {
    schemas: { ...schemas, Shared: number() },
    document: (all: Json) => bodyDocument("3.1.0", names, all),
  };

  function number(): Json {
    const type = random.pick(["number", "integer"]);
    return random.pick<Json>([
      { type: "number" },
      { type: "number", minimum: random.pick([-1.5, 0, 1]) },
      { type: "number", multipleOf: random.pick([0.5, 3]) },
      { type: "integer" },
      { type: "integer", format: "int64" },
      { type: "integer", format: "int64", minimum: random.below(3) },
      { type: "integer", format: "uint64" },
      { type: [type, "null"] },
      { type: ["string", type] },
      { enum: [1, 0.5, 7] },
      { const: 1 },
      { $ref: "#/components/schemas/Shared" },
    ]);
  }

  function schema(): Json {
    const drawn = random.pick([scalar, object, object, object, array])();
    return random.chance(70) ? drawn : { ...drawn, ...choice(number) };
  }

  function scalar(): Json {
    const own = random.chance(40) ? number() : {};
    return { ...own, ...choice(number) };
  }

  /** Draws a keyword that applies more than one schema to its value. */
  function choice(draw: () => Json): Json {
    switch (random.below(5)) {
      case 0:
        return { allOf: [draw(), draw()] };
      case 1:
        return { anyOf: [draw(), draw()] };
      case 2:
        return { oneOf: [draw(), draw()] };
      case 3:
        return { if: draw(), [THEN]: draw(), ...(random.chance(50) && { else: draw() }) };
      default:
        return { not: draw() };
    }
  }

  function object(): Json {
    const part = () => random.pick([named, named, patterned, open])();
    const dependent = random.chance(20) && { dependentSchemas: { b: part() } };
    const rest = random.chance(10) && { unevaluatedProperties: number() };
    const combined = random.chance(60) && choice(part);
    return { type: "object", ...part(), ...combined, ...dependent, ...rest };
  }

  function named(): Json {
    const names = ["a", "b", "ab"].filter(() => random.chance(60));
    const required = names.filter(() => random.chance(30));
    return { properties: Object.fromEntries(names.map((name) => [name, number()])), required };
  }

  function patterned(): Json {
    const patternProperties = { [random.pick(["^a", "b$", "^(?:a|b)$"])]: number() };
    return { ...(random.chance(50) && named()), patternProperties };
  }

  function open(): Json {
    return { ...(random.chance(50) && named()), additionalProperties: number() };
  }

  function array(): Json {
    const part = (): Json => ({
      ...(random.chance(60) && { prefixItems: [number(), number()].slice(random.below(2)) }),
      ...(random.chance(50) && { items: number() }),
      ...(random.chance(15) && { contains: number() }),
    });
    return { type: "array", ...part(), ...(random.chance(60) && choice(part)) };
  }
}
