// A schema as the contract holds it: JSON Schema 2020-12 vocabulary, whatever dialect it was
// written in. `nullable`, boolean `exclusiveMinimum`, array `items` and `definitions` of older
// dialects are folded into their 2020-12 form; `raw` keeps what was written, so nothing is lost.

import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/** A JSON Schema primitive type. */
export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The dialect a schema was written in. */
export type Dialect = "2020-12" | "2019-09" | "draft-07" | "draft-04" | "openapi-3.0" | "asyncapi";

/** The schema `true` (anything) or `false` (nothing). */
export interface BooleanSchema {
  readonly kind: "boolean";
  readonly source: Source;
  readonly value: boolean;
}

/** A `$ref` or `$dynamicRef`, kept as a reference; `target` is the schema that it refers to. */
export interface SchemaReference {
  readonly text: string;
  readonly target: Schema;
  /**
   * Set on a `$dynamicRef` whose target is named by this `$dynamicAnchor`: it refers to the schema
   * to which the outermost enclosing resource gives that name (JSON Schema 2020-12 §8.2.3.2).
   */
  readonly dynamicAnchor?: string;
}

/** A schema resource: a file, or a schema with an `$id`, with all nested schemas that have none. */
export interface SchemaResource {
  readonly source: Source;
  /** The schemas that carry a `$dynamicAnchor` some `$dynamicRef` goes by, by its name. */
  readonly dynamicAnchors: ReadonlyMap<string, Schema>;
}

/** The property that distinguishes the branches of a union (OpenAPI Discriminator Object). */
export interface Discriminator {
  readonly propertyName: string;
  /** From tag value to the schema it selects; holds the implied names too when no mapping is written. */
  readonly mapping: ReadonlyMap<string, Schema>;
}

/**
 * A schema object. Every field except `kind`, `source`, `dialect`, `raw` and `extensions` is absent
 * unless written.
 */
export interface ObjectSchema {
  readonly kind: "schema";
  readonly source: Source;
  readonly dialect: Dialect;
  /** The keywords as written, keys sorted. */
  readonly raw: JsonObject;
  /** `x-` keywords, in code point order. */
  readonly extensions: ReadonlyMap<string, JsonValue>;

  readonly id?: string;
  readonly anchor?: string;
  readonly dynamicAnchor?: string;
  readonly ref?: SchemaReference;
  readonly dynamicRef?: SchemaReference;

  readonly title?: string;
  readonly description?: string;
  readonly comment?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;

  /** `nullable: true` of OpenAPI 3.0 appears here as an added `"null"`. */
  readonly types?: readonly TypeName[];
  readonly const?: { readonly value: JsonValue };
  readonly enum?: readonly JsonValue[];
  /** True when values that `enum` does not list may come: `anyOf` of an enum and of every string. */
  readonly openEnum?: true;
  readonly format?: string;
  /** True where the vocabulary of the metaschema makes `format` an assertion. */
  readonly formatAssertion?: boolean;

  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: Schema;

  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: Schema;

  /** Required names first, in the order of `required`; then the rest in code point order. */
  readonly properties?: ReadonlyMap<string, Schema>;
  /**
   * The names of `properties` in the order of the document, where they were written in one place.
   * `properties` itself is in an order that does not change with that of the document.
   */
  readonly propertyOrder?: readonly string[];
  readonly patternProperties?: ReadonlyMap<string, Schema>;
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Members whose numbers carry one sign, 0 apart: `anyOf` of all at least 0 and all at most 0. */
  readonly sameSign?: readonly string[];
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas?: ReadonlyMap<string, Schema>;
  readonly unevaluatedProperties?: Schema;

  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly discriminator?: Discriminator;
  readonly xml?: JsonObject;
  readonly externalDocs?: JsonObject;
}

/** Any schema. */
export type Schema = BooleanSchema | ObjectSchema;

/** The origin of a named schema. */
export type DeclarationOrigin =
  /** A component, `$defs` entry, or any other place a `$ref` points at. */
  | "schema"
  /** The payload or the headers of a message. */
  | "message"
  /** An inline request or response body. */
  | "body"
  /** The path, query, header or cookie parameters of an operation or channel, gathered into one object schema. */
  | "parameters";

/** A named schema. Emitters write one type and one validator for each. */
export interface Declaration {
  /** As the document has it (`OrderView`, `order-view`), or composed (`createListing body`); unique; not yet an identifier. */
  readonly name: string;
  readonly origin: DeclarationOrigin;
  readonly schema: Schema;
  /** True when the schema reaches itself through references. */
  readonly recursive: boolean;
  /** Number of its strongly connected component; a lower number never refers to a higher one. */
  readonly component: number;
}
