import type { ObjectSchema, Schema, SelectedTags, UnionTag } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Constraint, Node } from "./constraint.ts";

/** A schema whose constraints are built, with the nodes of the schemas in it. */
export interface Scope {
  /** The node that accepts everything. */
  readonly anything: Node;
  /** Whether a known `format` restricts values. */
  readonly formatsAreRules: boolean;
  /** The names of members that are not sent: neither their schemas nor `required` count. */
  readonly unsent: ReadonlySet<string>;
  /** Returns the node of a schema for a member, an item or a name. */
  nodeOf(schema: Schema): Node;
  /** Returns the node of a schema that must accept the same value. */
  partOf(schema: Schema): Node;
  /**
   * Returns the node of a schema that may reject the same value. Properties that are not sent count in this
   * node.
   */
  testOf(schema: Schema): Node;
  /** Returns the scope of a schema that must accept the same value. */
  of(schema: Schema): Scope;
  /** Returns the scope of a schema that may reject the same value. */
  ofTest(schema: Schema): Scope;
  /** Returns a new node. */
  make(
    constraints: readonly Constraint[],
    accepts: (value: JsonValue) => boolean | undefined,
  ): Node;
  /** Returns the tags that a schema must have because only they select it. */
  selectedTags(schema: ObjectSchema): SelectedTags | undefined;
  /** Returns the branches of a union, with the tags that a `defaultMapping` leaves to each. */
  branchesOf(union: ObjectSchema, keyword: "anyOf" | "oneOf"): readonly Schema[] | undefined;
  /** Returns the tag that selects a branch of a union, if only its discriminator says so. */
  tagOf(union: ObjectSchema, keyword: "anyOf" | "oneOf"): UnionTag | undefined;
}
