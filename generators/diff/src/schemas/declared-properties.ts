// Finds the properties that the parts of an object declare, and judges added and removed properties.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { type Reader, unsentNames } from "@specwright/schemas";
import { type Judgement, type SchemaEdit, severityRank } from "./schema-edit.ts";
import { namesText } from "./text.ts";

/**
 * Lists the properties that a schema declares: directly, in a reference, in `allOf`, in an alternative or
 * in a condition. Each property has the schema of its outermost declaration.
 */
export function declaredProperties(schema: Schema): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const seen = new Set<Schema>();
  const waiting = [schema];
  for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
    if (each.kind === "boolean" || seen.has(each)) continue;
    seen.add(each);
    for (const [name, property] of each.properties ?? []) {
      if (!found.has(name)) found.set(name, property);
    }
    waiting.push(...schemaParts(each));
  }
  return found;
}

function declaredNames(schema: Schema): ReadonlySet<string> {
  return new Set(declaredProperties(schema).keys());
}

function schemaParts(schema: ObjectSchema): Schema[] {
  const { ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas } = schema;
  const conditional = [schema.then, schema.else].filter((each) => each !== undefined);
  const dependent = dependentSchemas?.values() ?? [];
  return [...(ref ? [ref.target] : []), ...allOf, ...anyOf, ...oneOf, ...conditional, ...dependent];
}

/**
 * The rules about a part of a schema, such as a branch of `allOf`, that was added or removed as a whole.
 */
const partRules = /^(all-of|if|then|else|dependent-schema)-(added|removed)$|^union-(set|unset)$/;

/**
 * Adds the properties of a whole part to the edit that adds or removes this part. Each property is named
 * and judged like a property that was edited directly. Ignores a property if a different part also declares
 * the property.
 */
export function withProperties(
  edit: SchemaEdit,
  base: ObjectSchema,
  revision: ObjectSchema,
): SchemaEdit {
  const { without, least } = edit;
  if (without === undefined || !partRules.test(edit.rule)) return edit;
  const [before, between, after] = [
    declaredNames(base),
    declaredNames(without),
    declaredNames(revision),
  ] as const;
  const removed = [...between].filter((name) => before.has(name) && !after.has(name));
  const added = [...after].filter((name) => !before.has(name) && !between.has(name));
  const names = [...removed, ...added];
  if (names.length === 0) return edit;
  const text = `: ${removed.length > 0 ? "without" : "with"} ${namesText(names)}.`;
  return {
    ...edit,
    names,
    details: [...edit.details, [...names].sort()],
    describe: (name) => edit.describe(name).replace(/\.$/, text),
    least: (direction) =>
      worstJudgement([
        ...(least ? [least(direction)] : []),
        ...(added.length > 0 ? [ignored] : []),
        ...removed.map((name) => judgeRemovedProperty(without, name, direction)),
      ]),
  };
}

function worstJudgement(judgements: readonly Judgement[]): Judgement {
  return judgements.reduce((left, right) =>
    severityRank(right) < severityRank(left) ? right : left,
  );
}

/** The judgement of an added property. Clients ignore unknown properties. */
export const ignored: Judgement = {
  class: "non-breaking",
  surface: "wire",
  why: "Only optional properties are new. Clients that do not know them ignore them.",
};

/** Judges a property that the revision of a schema no longer declares. */
export function judgeRemovedProperty(
  base: ObjectSchema,
  name: string,
  direction: Reader,
): Judgement {
  return unsentNames(base, direction).has(name) ? unsent : judgeRemovalFromOpenObject(direction);
}

/** Judges a property that an open object no longer declares. The object still accepts the property. */
export function judgeRemovalFromOpenObject(direction: Reader): Judgement {
  return direction === "request" ? dropped : undeclared;
}

const dropped: Judgement = {
  class: "potentially-breaking",
  surface: "wire",
  why: "The server may ignore the property, and do something other than the client asked for.",
};

const undeclared: Judgement = {
  class: "potentially-breaking",
  surface: "wire",
  why: "Clients that read the property may no longer get it.",
};

const unsent: Judgement = {
  class: "docs",
  surface: "docs",
  why: "The property was not sent in this direction.",
};
