// Measures the similarity of two unnamed schemas by their constants, properties and types.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { canonicalText } from "../changes/write-value.ts";
import { declaredProperties } from "./declared-properties.ts";
import { conjunctsOf, viewOf } from "./schema-view.ts";

/**
 * Reports whether the constants of two schemas are the same; `undefined` if they have no constant in
 * common.
 */
export function haveSameKind(base: Schema, revision: Schema): boolean | undefined {
  const [before, after] = [constantsOf(viewOf(base)), constantsOf(viewOf(revision))];
  const shared = [...before].filter(([name]) => after.has(name));
  if (shared.length === 0) return undefined;
  return shared.every(([name, value]) => after.get(name) === value);
}

/**
 * Returns the constants of a schema, by the name of the property. The constant of the schema itself has an
 * empty name.
 */
function constantsOf(view: ObjectSchema): ReadonlyMap<string, string> {
  const own = constantOf(view);
  if (own !== undefined) return new Map([["", own]]);
  const parts = [view, ...conjunctsOf(view).map(viewOf)];
  return new Map(
    parts.flatMap(({ properties }) =>
      [...(properties ?? [])].flatMap(([name, each]): [string, string][] => {
        const constant = constantOf(viewOf(each));
        return constant === undefined ? [] : [[name, constant]];
      }),
    ),
  );
}

function constantOf({ const: value, enum: [first, ...others] = [] }: Value): string | undefined {
  if (value !== undefined) return canonicalText(value);
  return first === undefined || others.length > 0 ? undefined : canonicalText(first);
}

/** Two schemas below this similarity are different schemas. */
const minLikeness = 0.5;

/**
 * Pairs similar schemas of two lists. Pairs the most similar schemas first; equally similar schemas in the
 * order of the lists.
 */
export function similarPairs(
  base: readonly Schema[],
  revision: readonly Schema[],
): readonly (readonly [Schema, Schema])[] {
  const [before, after] = [base.map(objectShape), revision.map(objectShape)];
  const scored = before.flatMap((left, from) =>
    after.map((right, to) => ({ from, to, score: likenessOfShapes(left, right) })),
  );
  const ordered = scored
    .filter(({ score }) => score >= minLikeness)
    .sort(
      (left, right) => right.score - left.score || left.from - right.from || left.to - right.to,
    );
  const [taken, used] = [new Set<number>(), new Set<number>()];
  return ordered.flatMap(({ from, to }) => {
    const [left, right] = [base[from], revision[to]];
    if (taken.has(from) || used.has(to) || left === undefined || right === undefined) return [];
    taken.add(from);
    used.add(to);
    return [[left, right] as const];
  });
}

/** Reports whether two schemas are objects whose properties have the same names and types. */
export function haveSameShape(base: Schema, revision: Schema): boolean {
  const [before, after] = [objectShape(base), objectShape(revision)];
  return before.properties.size > 0 && likenessOfShapes(before, after) === 1;
}

interface Shape {
  readonly types: string;
  readonly properties: ReadonlyMap<string, Value>;
  readonly required: ReadonlySet<string>;
}

function objectShape(schema: Schema): Shape {
  const view = viewOf(schema);
  const properties = [...declaredProperties(view)].map(
    ([name, each]) => [name, viewOf(each)] as const,
  );
  const required = [view, ...conjunctsOf(view).map(viewOf)].flatMap((each) => each.required ?? []);
  return { types: typesText(view), properties: new Map(properties), required: new Set(required) };
}

function typesText({ types }: Value): string {
  return [...(types ?? [])].sort().join();
}

/** Returns 1 for the same properties, of the same types, and 0 for schemas with nothing in common. */
function likenessOfShapes(left: Shape, right: Shape): number {
  const names = new Set([...left.properties.keys(), ...right.properties.keys()]);
  if (names.size === 0) return left.types === right.types ? 1 : 0;
  let common = 0;
  let all = 0;
  for (const name of names) {
    // A required property has a double weight, because it describes the kind of a value better.
    const weight = left.required.has(name) || right.required.has(name) ? 2 : 1;
    const [before, after] = [left.properties.get(name), right.properties.get(name)];
    all += weight;
    if (before !== undefined && after !== undefined)
      common += weight * agreementOfValues(before, after);
  }
  return common / all;
}

type Value = Pick<ObjectSchema, "types" | "const" | "enum">;

/**
 * Returns the similarity of two schemas of the same property, from 0 to 1. Different constants have the
 * similarity 0.
 */
function agreementOfValues(left: Value, right: Value): number {
  const [before, after] = [constantOf(left), constantOf(right)];
  if (before !== undefined && after !== undefined && before !== after) return 0;
  return typesText(left) === typesText(right) ? 1 : 0.5;
}

/** Reports whether the types and constants of the schemas prove that no value matches two of them. */
export function excludeOneAnother(schemas: readonly Schema[]): boolean {
  const kinds = schemas.map(viewOf).map((view) => ({ ...view, needed: neededValues(view) }));
  return kinds.every((left, index) =>
    kinds.slice(index + 1).every((right) => {
      const isOther = [...left.needed].some(([name, values]) => {
        const others = right.needed.get(name);
        return others !== undefined && values.every((each) => !others.includes(each));
      });
      return isOther || haveOtherTypes(left, right);
    }),
  );
}

/**
 * Returns the values that a schema lists for itself or for its required properties, with the names of
 * {@link constantsOf}.
 */
function neededValues(view: ObjectSchema): ReadonlyMap<string, readonly string[]> {
  const own = listedValues(view);
  if (own !== undefined) return new Map([["", own]]);
  const parts = [view, ...conjunctsOf(view).map(viewOf)];
  if (!parts.some(({ types }) => types?.join() === "object")) return new Map();
  const required = new Set(parts.flatMap((each) => each.required ?? []));
  const properties = parts.flatMap((each) => [...(each.properties ?? [])]);
  return new Map(
    properties.flatMap(([name, each]) => {
      const values = required.has(name) ? listedValues(viewOf(each)) : undefined;
      return values === undefined ? [] : [[name, values] as const];
    }),
  );
}

function listedValues({ const: value, enum: members, openEnum }: ObjectSchema) {
  if (value !== undefined) return [canonicalText(value)];
  return openEnum === true ? undefined : members?.map(canonicalText);
}

function haveOtherTypes({ types: left }: Value, { types: right }: Value): boolean {
  if (left === undefined || right === undefined) return false;
  const all = new Set(right.map(wideType));
  return !left.some((each) => all.has(wideType(each)));
}

function wideType(type: string): string {
  return type === "integer" ? "number" : type;
}
