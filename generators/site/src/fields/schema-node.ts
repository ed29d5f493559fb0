// A schema as a reader sees it: what both the HTML and the Markdown of a page are written from.

import type { JsonValue } from "@specwright/spec-loader";

/** A part of a type in words. */
export interface TypeWord {
  readonly text: string;
  readonly isCode?: boolean;
  /** The page of a named schema, relative to the root of the version. */
  readonly path?: string;
}

/** A listed value, with its own description where it has one. */
export interface ListedValue {
  readonly value: JsonValue;
  readonly description?: string;
}

/** Where the rest of a schema is described. */
export interface Continuation {
  readonly text: string;
  /** Absent if it is on the same page. */
  readonly path?: string;
  readonly anchor?: string;
}

/** A schema: its type, its limits, and what is nested in it. */
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
  /** Rules that have no words, as JSON Schema. */
  readonly rules?: string;
  /** Whether the fields are those of each item of a list. */
  readonly isList: boolean;
  readonly fields: readonly FieldNode[];
  readonly variants: readonly VariantNode[];
  /** Whether a value may fit several variants. */
  readonly isAnyOf: boolean;
  /** Where the fields and variants are, if not here. */
  readonly continued?: Continuation;
}

/** A field of an object, or the rule for fields of other names. */
export interface FieldNode {
  /** The name; absent for fields of other names, which `label` describes. */
  readonly name?: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly node: SchemaNode;
  /** Whether the page of a named schema describes it too. */
  readonly isRepeated: boolean;
}

/** One of several schemas that a value may fit. */
export interface VariantNode {
  readonly label: string;
  /** The field that says which variant it is, and its values. */
  readonly tag?: { readonly field: string; readonly values: readonly string[] };
  readonly node: SchemaNode;
}
