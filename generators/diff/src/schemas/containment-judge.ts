import {
  type ObjectSchema,
  type Schema,
  schemaChildren,
  schemaReferences,
} from "@specwright/contract";
import type { Containment, Effect, SchemaComparer } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";

/** Decides whether a change of a schema is safe in a direction. */
export class ContainmentJudge {
  readonly #comparer: SchemaComparer;
  readonly #overlapping = new OverlappingBranches();

  constructor(comparer: SchemaComparer) {
    this.#comparer = comparer;
  }

  /**
   * Decides whether all valid requests are still valid, or whether all valid responses were valid before. A
   * response that matches two branches of a `oneOf` in the base counts as valid, because such branches
   * overlap by mistake and servers do not check for an overlap. `isStrict` turns this exception off.
   */
  containment(
    base: Schema,
    revision: Schema,
    direction: "request" | "response",
    isStrict = false,
  ): Containment {
    if (direction === "request") return this.#comparer.containment(base, revision, direction);
    const strict = this.#comparer.containment(revision, base, direction);
    if (isStrict || strict.verdict === "proved") return strict;
    const lenient = this.#overlapping.allowedIn(base);
    if (lenient === base) return strict;
    return this.#comparer.containment(revision, lenient, direction);
  }

  /** Reports whether a schema accepts a value in a direction; `undefined` if this is unknown. */
  accepts(
    schema: Schema,
    value: JsonValue,
    direction: "request" | "response",
  ): boolean | undefined {
    return this.#comparer.accepts(schema, value, direction);
  }

  /**
   * Returns how a revision changes the set of accepted values. Without `direction`, compares the schemas
   * independently of a direction.
   */
  effect(base: Schema, revision: Schema, direction?: "request" | "response"): Effect {
    return this.#comparer.compare(base, revision, direction).effect;
  }

  /** Reports whether the comparison proves that two schemas accept the same values. */
  meanTheSame(base: Schema, revision: Schema): boolean {
    return this.#comparer.meanTheSame(base, revision);
  }

  /** Reports whether two schemas have the same text, including descriptions and all referenced schemas. */
  areIdentical(base: Schema, revision: Schema): boolean {
    return this.#comparer.areIdentical(base, revision);
  }

  /** Reports whether two schemas have the same canonical form, so that they accept the same values. */
  areEqual(base: Schema, revision: Schema): boolean {
    if (this.areIdentical(base, revision)) return true;
    // A schema may be equal in requests but not in responses, for example after a property became
    // read-only.
    return (
      this.#comparer.areEqual(base, revision) &&
      this.#comparer.areEqual(base, revision, "request") &&
      this.#comparer.areEqual(base, revision, "response")
    );
  }
}

type Draft = { -readonly [Keyword in keyof ObjectSchema]: ObjectSchema[Keyword] };

const single = [
  "items",
  "contains",
  "unevaluatedItems",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "then",
  "else",
] as const;
const lists = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
const maps = ["properties", "patternProperties", "dependentSchemas"] as const;

/**
 * Copies schemas so that `oneOf` also accepts values that match several branches. Schemas inside `not` and
 * `if` stay as they are.
 */
export class OverlappingBranches {
  readonly #copies = new Map<Schema, Schema>();

  /** Returns the copy of a schema, or the schema itself if it contains no `oneOf`. */
  allowedIn(schema: Schema): Schema {
    if (!this.#copies.has(schema)) this.#copy(schema);
    return this.#copies.get(schema) ?? schema;
  }

  #copy(root: Schema): void {
    const parents = parentsOf(root);
    const drafts = new Map<ObjectSchema, Draft>();
    const waiting = [...parents.keys()].filter(
      (each) => each.kind === "schema" && (each.oneOf?.length ?? 0) > 1,
    );
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.kind === "boolean" || drafts.has(next)) continue;
      drafts.set(next, { ...next });
      waiting.push(...(parents.get(next) ?? []));
    }
    for (const schema of parents.keys()) {
      const draft = schema.kind === "schema" ? drafts.get(schema) : undefined;
      if (!this.#copies.has(schema)) this.#copies.set(schema, draft ?? schema);
    }
    // Copies can refer to each other. All copies must exist before their members are set.
    for (const [schema, draft] of drafts) {
      if (this.#copies.get(schema) === draft) this.#fill(draft);
    }
  }

  #fill(draft: Draft): void {
    const of = (each: Schema): Schema => this.#copies.get(each) ?? each;
    for (const keyword of single) {
      const child = draft[keyword];
      if (child !== undefined) draft[keyword] = of(child);
    }
    for (const keyword of lists) {
      const children = draft[keyword];
      if (children !== undefined) draft[keyword] = children.map(of);
    }
    for (const keyword of maps) {
      const children = draft[keyword];
      if (children === undefined) continue;
      draft[keyword] = new Map([...children].map(([name, child]) => [name, of(child)]));
    }
    if (draft.ref !== undefined) draft.ref = { ...draft.ref, target: of(draft.ref.target) };
    if (draft.discriminator !== undefined) {
      const mapping = [...draft.discriminator.mapping].map(
        ([tag, each]) => [tag, of(each)] as const,
      );
      draft.discriminator = { ...draft.discriminator, mapping: new Map(mapping) };
    }
    const { oneOf, anyOf } = draft;
    if (oneOf === undefined) return;
    delete draft.oneOf;
    if (anyOf === undefined) draft.anyOf = oneOf;
    else draft.allOf = [...(draft.allOf ?? []), { ...bareSchema(draft), anyOf: oneOf }];
  }
}

function bareSchema({ source, dialect }: Draft): ObjectSchema {
  return { kind: "schema", source, dialect, raw: {}, extensions: new Map() };
}

/** Lists all schemas inside a schema or behind its references, each with its parents. */
function parentsOf(root: Schema): ReadonlyMap<Schema, readonly Schema[]> {
  const parents = new Map<Schema, Schema[]>([[root, []]]);
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of positiveChildren(next)) {
      const known = parents.get(child);
      if (known !== undefined) {
        known.push(next);
        continue;
      }
      parents.set(child, [next]);
      waiting.push(child);
    }
  }
  return parents;
}

function positiveChildren(schema: Schema): readonly Schema[] {
  const children = schemaChildren(schema).filter(
    ({ keyword }) => keyword !== "not" && keyword !== "if",
  );
  return [...children.map((child) => child.schema), ...schemaReferences(schema)];
}
