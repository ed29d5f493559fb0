import type { ObjectSchema, Schema, SelectedTags, UnionTag } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Constraint, Node } from "./constraint.ts";

/**
 * The context in which the constraints of a schema are built. It returns the nodes of schemas inside the
 * schema.
 */
export interface Scope {
  /** The node that accepts every value. */
  readonly anything: Node;
  /** Whether a known `format` restricts values. */
  readonly formatsAreRules: boolean;
  /**
   * The names of properties that are not sent. Their schemas are ignored, and so are these names in
   * `required`.
   */
  readonly unsent: ReadonlySet<string>;
  /** Returns the node of a schema for a different value: a member, an item or a name. */
  nodeOf(schema: Schema): Node;
  /** Returns the node of an inner schema that must accept the same value as the outer schema. */
  partOf(schema: Schema): Node;
  /**
   * Returns the node of an inner schema that may reject the value that the outer schema accepts. Properties
   * that are not sent count in this node.
   */
  testOf(schema: Schema): Node;
  /** Returns the scope for a schema that must accept the value of the outer schema. */
  of(schema: Schema): Scope;
  /** Returns the scope for a schema that may reject the value of the outer schema. */
  ofTest(schema: Schema): Scope;
  /** Returns a new node. */
  make(
    constraints: readonly Constraint[],
    accepts: (value: JsonValue) => boolean | undefined,
  ): Node;
  /**
   * Returns the tags that select a schema. They are only returned if nothing else distinguishes the schema
   * from the other branches of its union, so the schema requires one of them.
   */
  selectedTags(schema: ObjectSchema): SelectedTags | undefined;
  /**
   * Returns the branches of a union. If the discriminator has a `defaultMapping`, each branch is restricted
   * to the tags that remain for it.
   */
  branchesOf(union: ObjectSchema, keyword: "anyOf" | "oneOf"): readonly Schema[] | undefined;
  /**
   * Returns the property and the tags that select the branches of a union, if only the discriminator
   * distinguishes the branches.
   */
  tagOf(union: ObjectSchema, keyword: "anyOf" | "oneOf"): UnionTag | undefined;
}
