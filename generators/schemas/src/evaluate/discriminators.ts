// Interprets discriminators as generated codecs do. In JSON Schema, discriminators are only annotations.

import {
  type Contract,
  conjuncts,
  type ObjectSchema,
  type Schema,
  type SelectedTags,
  schemasOf,
  selectedTags,
  type UnionTag,
  unionTag,
  withDefaultTags,
} from "@specwright/contract";
import { type JsonObject, type JsonValue, memberOf } from "@specwright/spec-loader";
import { type Reader, unsentNames } from "../direction/unsent-names.ts";
import { isObject } from "../json/json-type.ts";

/**
 * The discriminators of the contracts that were added. Without contracts, discriminators restrict no
 * values.
 */
export class Discriminators {
  /**
   * The tags that select a schema, by the location of the schema in the document. Copies of a schema have
   * the same location.
   */
  readonly #selected = new Map<Schema["source"], SelectedTags>();
  readonly #tags = {
    anyOf: new WeakMap<ObjectSchema, UnionTag | "none">(),
    oneOf: new WeakMap<ObjectSchema, UnionTag | "none">(),
  };
  /**
   * The names of tags, by the location of a schema. This includes unions, the schemas that a tag selects,
   * and the parts of these schemas.
   */
  readonly #tagNames = new Map<Schema["source"], Set<string>>();
  readonly #withDefaults = new WeakMap<ObjectSchema, ObjectSchema>();
  #hasContracts = false;

  /** Adds the discriminators of a contract. */
  add(contract: Contract): void {
    this.#hasContracts = true;
    for (const [{ source }, tags] of selectedTags(contract)) this.#selected.set(source, tags);
    for (const schema of schemasOf(contract).keys()) {
      if (schema.kind === "boolean" || schema.discriminator === undefined) continue;
      const { oneOf = [], anyOf = [], discriminator } = schema;
      const { propertyName, mapping } = discriminator;
      for (const holder of [schema, ...oneOf, ...anyOf, ...mapping.values()]) {
        for (const { source } of conjuncts(holder)) {
          this.#tagNames.set(source, (this.#tagNames.get(source) ?? new Set()).add(propertyName));
        }
      }
    }
  }

  /**
   * Returns the tags that a schema requires, because nothing else distinguishes it from the other branches
   * of its union.
   */
  selectedTags({ source }: ObjectSchema): SelectedTags | undefined {
    return this.#selected.get(source);
  }

  /** Reports whether the same tags select two schemas, and their tags have the same names. */
  areSame(left: ObjectSchema, right: ObjectSchema): boolean {
    const [selected, other] = [this.selectedTags(left), this.selectedTags(right)];
    return (
      selected?.property === other?.property &&
      selected?.values.join() === other?.values.join() &&
      [...(this.#tagNames.get(left.source) ?? [])].join() ===
        [...(this.#tagNames.get(right.source) ?? [])].join()
    );
  }

  /** Reports whether the tag of a value selects a schema. If the schema requires no tag, returns true. */
  isSelected(schema: ObjectSchema, value: JsonObject): boolean {
    const tags = this.selectedTags(schema);
    return tags === undefined || tags.values.some((tag) => tag === memberOf(value, tags.property));
  }

  /**
   * Lists the properties that are not sent to a reader. A tag is always sent, even if it is marked as not
   * sent.
   */
  unsentNames(schema: ObjectSchema, reader: Reader | undefined): ReadonlySet<string> {
    const names = unsentNames(schema, reader);
    if (names.size === 0 || this.#tagNames.size === 0) return names;
    const tags = [...conjuncts(schema)].flatMap(({ source }) => this.#tagNames.get(source) ?? []);
    return new Set([...names].filter((name) => !tags.some((each) => each.has(name))));
  }

  /**
   * Returns the branches of a union. If the discriminator has a `defaultMapping`, each branch is restricted
   * to the tags that remain for it.
   */
  branchesOf(schema: ObjectSchema, keyword: "anyOf" | "oneOf"): readonly Schema[] | undefined {
    if (!this.#hasContracts || schema.discriminator?.hasDefault !== true) return schema[keyword];
    const known = this.#withDefaults.get(schema) ?? withDefaultTags(schema);
    this.#withDefaults.set(schema, known);
    return known[keyword];
  }

  /**
   * Returns the property and the tags that select the branches of a union, if only the discriminator
   * distinguishes the branches.
   */
  tagOf(schema: ObjectSchema, keyword: "anyOf" | "oneOf"): UnionTag | undefined {
    if (!this.#hasContracts || schema.discriminator === undefined) return undefined;
    const known = this.#tags[keyword].get(schema);
    const tag = known ?? unionTag(schema[keyword] ?? [], schema.discriminator) ?? "none";
    if (known === undefined) this.#tags[keyword].set(schema, tag);
    return tag === "none" || tag.isConstant ? undefined : tag;
  }
}

/** Returns the branch that the tag of a value selects. */
export function selectedBranch(
  { property, branches }: UnionTag,
  value: JsonValue,
): Schema | undefined {
  const tag = isObject(value) ? memberOf(value, property) : undefined;
  const isScalar = typeof tag === "string" || typeof tag === "number" || typeof tag === "boolean";
  return isScalar ? branches.get(tag) : undefined;
}
