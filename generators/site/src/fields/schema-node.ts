// The model of a schema. The HTML and the Markdown of a page are written from this model.

import type { JsonValue } from "@specwright/spec-loader";

/** A part of the text that describes a type. */
export interface TypeWord {
  readonly text: string;
  readonly isCode?: boolean;
  /** The path of a named schema's page, relative to the root of the version. */
  readonly path?: string;
}

/** A listed value. It may have a description. */
export interface ListedValue {
  readonly value: JsonValue;
  readonly description?: string;
}

/** A link to the page or section that describes the fields of a schema. */
export interface Continuation {
  readonly text: string;
  /** Absent if the target is on the same page. */
  readonly path?: string;
  readonly anchor?: string;
}

/** A schema: its type, limits, fields and variants. */
export interface SchemaNode {
  /** The id of the schema's element. The ids of its fields begin with this id. */
  readonly anchor: string;
  readonly type: readonly TypeWord[];
  readonly description?: string;
  /** Marks of the schema: "deprecated", "read-only", "write-only", "values may be added". */
  readonly marks: readonly string[];
  /** Limits in words: "at least 1", "at most 64 characters". */
  readonly limits: readonly string[];
  readonly patterns: readonly string[];
  readonly default?: JsonValue;
  readonly examples: readonly JsonValue[];
  readonly values: readonly ListedValue[];
  /** The rules that have no text in words, as JSON Schema. */
  readonly rules?: string;
  /** Whether the schema is a list and the fields belong to its items. */
  readonly isList: boolean;
  readonly fields: readonly FieldNode[];
  readonly variants: readonly VariantNode[];
  /** Whether a value may match several variants, as with `anyOf`. */
  readonly isAnyOf: boolean;
  /** Where a reader finds the fields and variants, if this node does not contain them. */
  readonly continued?: Continuation;
}

/** A field of an object, or a rule for all fields whose names are not listed. */
export interface FieldNode {
  /** The name of the field. Absent for a rule, which `label` describes. */
  readonly name?: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly node: SchemaNode;
  /** Whether the page of a named schema also describes this field. */
  readonly isRepeated: boolean;
}

/** One of several schemas that a value may match. */
export interface VariantNode {
  readonly label: string;
  /** The property that distinguishes this variant from others, and the values of the property. */
  readonly tag?: { readonly field: string; readonly values: readonly string[] };
  readonly node: SchemaNode;
}
