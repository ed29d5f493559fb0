import {
  type Discriminator,
  type ObjectSchema,
  type Schema,
  schemaChildren,
} from "@specwright/contract";
import type { Discriminators } from "../evaluate/discriminators.ts";

interface Pair {
  readonly left: Schema;
  readonly right: Schema;
  isSame: boolean;
  /** The pairs of schemas that contain this pair or refer to it. */
  readonly parents: Pair[];
}

type Part = readonly [left: Schema, right: Schema];

/**
 * Finds schemas that have the same text in two documents, including all schemas that they refer to. Between
 * two versions of a document, most schemas do not change, and this check is faster than a comparison of
 * canonical forms.
 */
export class IdenticalSchemas {
  readonly #discriminators: Discriminators;
  readonly #pairs = new Map<Schema, Pair[]>();

  constructor(discriminators: Discriminators) {
    this.#discriminators = discriminators;
  }

  /** Reports whether two schemas have the same keywords, including descriptions. */
  areIdentical(left: Schema, right: Schema): boolean {
    const waiting: Pair[] = [];
    const root = this.#pairOf(left, right, waiting);
    const different: Pair[] = [];
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      const parts = this.#partsOf(pair.left, pair.right);
      for (const [one, other] of parts ?? []) {
        const part = this.#pairOf(one, other, waiting);
        part.parents.push(pair);
        if (!part.isSame) different.push(pair);
      }
      if (parts === undefined) different.push(pair);
    }
    // A difference in a nested pair is a difference of the outer pair too. All other pairs are identical,
    // even in cycles.
    // cycles.
    for (let pair = different.pop(); pair !== undefined; pair = different.pop()) {
      if (!pair.isSame) continue;
      pair.isSame = false;
      different.push(...pair.parents);
    }
    return root.isSame;
  }

  #pairOf(left: Schema, right: Schema, added: Pair[]): Pair {
    const pairs = this.#pairs.get(left);
    const known = pairs?.find((each) => each.right === right);
    if (known !== undefined) return known;
    const pair: Pair = { left, right, isSame: true, parents: [] };
    if (pairs === undefined) this.#pairs.set(left, [pair]);
    else pairs.push(pair);
    added.push(pair);
    return pair;
  }

  /**
   * Lists the pairs of nested schemas, if two schemas differ in nothing else. Returns `undefined` if they
   * do.
   */
  #partsOf(left: Schema, right: Schema): readonly Part[] | undefined {
    if (left === right) return [];
    if (left.kind === "boolean" && right.kind === "boolean")
      return left.value === right.value ? [] : undefined;
    if (left.kind === "boolean" || right.kind === "boolean") return undefined;
    // The meaning of a dynamic reference depends on the schemas that refer to the schema with the
    // reference.
    if (left.dynamicRef !== undefined || right.dynamicRef !== undefined) return undefined;
    if (!haveSameName(left, right) || !this.#discriminators.areSame(left, right)) return undefined;
    const parts = [...referencedParts(left, right), ...mappedParts(left, right)];
    const children = schemaChildren(left);
    const others = schemaChildren(right);
    const nested = new Set<string>(["source", "raw", "ref", "discriminator"]);
    for (const [index, { keyword, key, schema }] of children.entries()) {
      const other = others[index];
      if (other?.keyword !== keyword || other.key !== key) return undefined;
      nested.add(keyword);
      parts.push([schema, other.schema]);
    }
    return others.length === children.length && haveSameFields(left, right, nested)
      ? parts
      : undefined;
  }
}

/**
 * Reports whether two schemas have the same name. The name of a schema is the name of its component, and of
 * its XML element.
 */
function haveSameName({ source: left }: Schema, { source: right }: Schema): boolean {
  const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/"));
  return nameOf(left.pointer) === nameOf(right.pointer);
}

function referencedParts({ ref: left }: ObjectSchema, { ref: right }: ObjectSchema): Part[] {
  return left !== undefined && right !== undefined ? [[left.target, right.target]] : [];
}

function mappedParts(
  { discriminator: left }: ObjectSchema,
  { discriminator: right }: ObjectSchema,
): readonly Part[] {
  return [...(left?.mapping ?? [])].flatMap(([tag, schema]): Part[] => {
    const other = right?.mapping.get(tag);
    return other === undefined ? [] : [[schema, other]];
  });
}

/**
 * Reports whether two objects have the same fields with the same values, except for some fields that are
 * ignored.
 */
function haveSameFields(
  left: ObjectSchema,
  right: ObjectSchema,
  without: ReadonlySet<string>,
): boolean {
  const fields = new Map<string, unknown>(Object.entries(right));
  return (
    Object.keys(left).length === fields.size &&
    Object.keys(left.raw).length === Object.keys(right.raw).length &&
    left.ref?.text === right.ref?.text &&
    haveSameTags(left.discriminator, right.discriminator) &&
    Object.entries(left).every(
      ([field, value]) =>
        fields.has(field) && (without.has(field) || isSameValue(value, fields.get(field))),
    )
  );
}

function haveSameTags(left: Discriminator | undefined, right: Discriminator | undefined): boolean {
  return (
    left?.propertyName === right?.propertyName &&
    left?.hasDefault === right?.hasDefault &&
    isSameValue([...(left?.mapping.keys() ?? [])], [...(right?.mapping.keys() ?? [])])
  );
}

/** Reports whether two values are the same. The values contain no schemas. */
function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object") return false;
  if (left === null || right === null) return false;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((each, at) => isSameValue(each, right[at]));
  }
  if (isCollection(left) && isCollection(right)) return isSameValue([...left], [...right]);
  if (Array.isArray(left) || Array.isArray(right) || isCollection(left) || isCollection(right))
    return false;
  return isSameValue(Object.entries(left), Object.entries(right));
}

function isCollection(value: object): value is Map<unknown, unknown> | Set<unknown> {
  return value instanceof Map || value instanceof Set;
}
