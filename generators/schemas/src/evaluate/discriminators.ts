// Discriminators as generated codecs read them. To JSON Schema they are annotations.

import {
  type Contract,
  type ObjectSchema,
  type Schema,
  type SelectedTags,
  selectedTags,
  type UnionTag,
  unionTag,
} from "@specwright/contract";
import { type JsonObject, type JsonValue, memberOf } from "@specwright/spec-loader";
import { type Reader, unsentNames } from "../direction/unsent-names.ts";
import { isObject } from "../json/json-type.ts";

/** The discriminators of some contracts; without contracts, none restricts a value. */
export class Discriminators {
  /** By the place where a schema is written, which a copy of it has too. */
  readonly #selected = new Map<ObjectSchema["source"], SelectedTags>();
  readonly #tags = {
    anyOf: new WeakMap<ObjectSchema, UnionTag | "none">(),
    oneOf: new WeakMap<ObjectSchema, UnionTag | "none">(),
  };
  #hasContracts = false;

  /** Adds the discriminators of a contract. */
  add(contract: Contract): void {
    this.#hasContracts = true;
    for (const [{ source }, tags] of selectedTags(contract)) this.#selected.set(source, tags);
  }

  /** Returns the tags that a schema must have because only they select it. */
  selectedTags({ source }: ObjectSchema, unsent: ReadonlySet<string>): SelectedTags | undefined {
    const tags = this.#selected.get(source);
    return tags === undefined || unsent.has(tags.property) ? undefined : tags;
  }

  /** Reports whether a value has one of the tags that select a schema, if it needs one. */
  isSelected(schema: ObjectSchema, value: JsonObject, unsent: ReadonlySet<string>): boolean {
    const tags = this.selectedTags(schema, unsent);
    return tags === undefined || tags.values.some((tag) => tag === memberOf(value, tags.property));
  }

  /** Returns the tag that selects a branch of a union, if only its discriminator says so. */
  tagOf(
    schema: ObjectSchema,
    keyword: "anyOf" | "oneOf",
    reader: Reader | undefined,
  ): UnionTag | undefined {
    if (!this.#hasContracts || schema.discriminator === undefined) return undefined;
    const known = this.#tags[keyword].get(schema);
    const tag = known ?? unionTag(schema[keyword] ?? [], schema.discriminator) ?? "none";
    if (known === undefined) this.#tags[keyword].set(schema, tag);
    if (tag === "none" || tag.isConstant) return undefined;
    const isUnsent = [...tag.branches.values()].some(
      (each) => each.kind === "schema" && unsentNames(each, reader).has(tag.property),
    );
    return isUnsent ? undefined : tag;
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
