// Documents with read-only members that are required in many ways, and with discriminators of any kind.

import { bodyDocument } from "../generate/body-document.ts";
import type { Random } from "../generate/random.ts";
import { scalarSchema } from "../generate/random-scalars.ts";

type Json = Readonly<Record<string, unknown>>;

const memberNames = ["a", "b", "ab", "c"];
const refTo = (name: string): string => `#/components/schemas/${name}`;

/** Draws schemas named S0, S1 and so on, and their referenced schemas. */
export function drawDirectionalSchemas(random: Random, count: number) {
  const openapi = random.pick(["3.0.3", "3.1.0", "3.2.0"]);
  const old = openapi === "3.0.3";
  const names = Array.from({ length: count }, (_, index) => `S${index}`);
  const schemas: Record<string, unknown> = {};
  for (const name of names) {
    if (random.chance(60)) {
      schemas[name] = object();
      continue;
    }
    const branches = ["Cat", "Dog", "Other"].map((each) => `${name}${each}`);
    schemas[`${name}Base`] = base();
    for (const [at, branch] of branches.entries()) schemas[branch] = alternative(name, at);
    schemas[name] = union(branches);
  }
  return { schemas, document: (all: Json) => bodyDocument(openapi, names, all) };

  function member(): Json {
    const drawn = scalarSchema(random, old);
    return random.chance(40) ? { ...drawn, [random.pick(["readOnly", "writeOnly"])]: true } : drawn;
  }

  function some(): readonly string[] {
    return memberNames.filter(() => random.chance(40));
  }

  function properties(): Json {
    return Object.fromEntries(some().map((name) => [name, member()]));
  }

  function object(): Json {
    const part = (): Json => ({
      ...(random.chance(50) && { properties: properties() }),
      ...(random.chance(70) && { required: some() }),
    });
    return {
      type: "object",
      properties: properties(),
      required: some(),
      ...(random.chance(40) && { allOf: [part(), part()] }),
      ...(random.chance(20) && { anyOf: [part(), part()] }),
      ...(!old &&
        random.chance(30) && { dependentRequired: { [random.pick(memberNames)]: some() } }),
      ...(!old &&
        random.chance(20) && { dependentSchemas: { [random.pick(memberNames)]: part() } }),
    };
  }

  function base(): Json {
    const kind = { type: "string", ...(random.chance(50) && { readOnly: true }) };
    return { type: "object", required: ["kind", ...some()], properties: { ...properties(), kind } };
  }

  function alternative(union: string, at: number): Json {
    const kind = random.pick([undefined, { type: "string" }, { type: "string", enum: [`k${at}`] }]);
    const own = {
      type: "object",
      properties: { ...properties(), ...(kind && { kind }) },
      required: some(),
    };
    return random.chance(70) ? { allOf: [{ $ref: refTo(`${union}Base`) }, own] } : own;
  }

  function union(branches: readonly string[]): Json {
    const [cat = "", dog = "", other = ""] = branches.map(refTo);
    const mapping = { k0: cat, k1: dog, k2: other };
    const hasDefault = openapi === "3.2.0" && random.chance(60);
    const discriminator = {
      propertyName: "kind",
      mapping,
      ...(hasDefault && { defaultMapping: other }),
    };
    return { oneOf: branches.map((each) => ({ $ref: refTo(each) })), discriminator };
  }
}
