// The model of a schema from which the HTML and the Markdown of a page are written.

import type { JsonValue } from "@specwright/spec-loader";

/** A part of a type in words. */
export interface TypeWord {
  readonly text: string;
  readonly isCode?: boolean;
  /** The page of a named schema, relative to the root of the version. */
  readonly path?: string;
}

/** A listed value, with its description if any. */
export interface ListedValue {
  readonly value: JsonValue;
  readonly description?: string;
}

/** The place that describes the rest of a schema. */
export interface Continuation {
  readonly text: string;
  /** Absent if it is on the same page. */
  readonly path?: string;
  readonly anchor?: string;
}

/** A schema: its type, limits, fields and variants. */
export interface SchemaNode {
  /** The id of its element, and the start of the ids in it. */
  readonly anchor: string;
  readonly type: readonly TypeWord[];
  readonly description?: string;
  /** "deprecated", "read-only", "write-only", "values may be added". */
  readonly marks: readonly string[];
  /** "at least 1", "at most 64 characters". */
  readonly limits: readonly string[];
  readonly patterns: readonly string[];
  readonly default?: JsonValue;
  readonly examples: readonly JsonValue[];
  readonly values: readonly ListedValue[];
  /** Rules that cannot be said in words, as JSON Schema. */
  readonly rules?: string;
  /** Whether the fields belong to each item of a list. */
  readonly isList: boolean;
  readonly fields: readonly FieldNode[];
  readonly variants: readonly VariantNode[];
  /** Whether a value may match several variants. */
  readonly isAnyOf: boolean;
  /** The place that has the fields and variants, if this node does not have them. */
  readonly continued?: Continuation;
}

/** A field of an object, or the rule for fields of other names. */
export interface FieldNode {
  /** The name; absent for a rule about other names, which `label` describes. */
  readonly name?: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly node: SchemaNode;
  /** Whether the page of a named schema describes it too. */
  readonly isRepeated: boolean;
}

/** One of several schemas that a value may match. */
export interface VariantNode {
  readonly label: string;
  /** The discriminator of the variant, and its values. */
  readonly tag?: { readonly field: string; readonly values: readonly string[] };
  readonly node: SchemaNode;
}
