// A schema in the contract: the vocabulary of JSON Schema 2020-12, whatever its original dialect.
// `nullable`, boolean `exclusiveMinimum`, array `items` and `definitions` of older dialects are
// converted to their 2020-12 form; `raw` keeps the original, so that nothing is lost.

import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/** A JSON Schema primitive type. */
export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The TypeScript type of decoded integers. A `string` contains the digits of the integer. */
export type IntegerForm = "bigint" | "number" | "string";

/** A string or number format whose values can have a different type in TypeScript than in JSON. */
export type FormFormat = "date-time" | "date" | "decimal" | "int64" | "uint64";

/**
 * The format of strings or numbers and the requested type. Both together determine how the values are
 * decoded.
 */
export interface FormatForm {
  readonly format: FormFormat;
  /** The type that the document requests with `x-type`. */
  readonly asked?: string;
}

/** The dialect a schema was written in. */
export type Dialect = "2020-12" | "2019-09" | "draft-07" | "draft-04" | "openapi-3.0" | "asyncapi";

/** The schema `true` (anything) or `false` (nothing). */
export interface BooleanSchema {
  readonly kind: "boolean";
  readonly source: Source;
  readonly value: boolean;
}

/**
 * A `$ref` or `$dynamicRef`; the reference is kept. `target` is the schema that the reference leads to.
 */
export interface SchemaReference {
  readonly text: string;
  readonly target: Schema;
  /**
   * The name of the `$dynamicAnchor`, if a `$dynamicRef` leads to a dynamic anchor. In a contract, `target`
   * is the schema with this anchor in the outermost enclosing resource (JSON Schema 2020-12 §8.2.3.2). If a
   * schema has different targets on different paths, the contract contains a separate copy of the schema
   * for each combination of targets.
   */
  readonly dynamicAnchor?: string;
}

/** An instance of a template: the schemas that its dynamic anchors resolve to. */
export interface SchemaInstance {
  /**
   * The schema that refers to these anchors by `$dynamicRef`. The template is also an instance of itself,
   * in which each anchor resolves to its default.
   */
  readonly template: Schema;
  /** The schema of each anchor, in code point order of the anchors. */
  readonly arguments: ReadonlyMap<string, Schema>;
}

/** The property that distinguishes the branches of a union (OpenAPI Discriminator Object). */
export interface Discriminator {
  readonly propertyName: string;
  /** Maps each tag value to a schema. If the document has no mapping, the keys are the implicit names. */
  readonly mapping: ReadonlyMap<string, Schema>;
  /** True if a default schema accepts absent and unknown tags (`defaultMapping`, OpenAPI 3.2). */
  readonly hasDefault?: true;
}

/**
 * A schema object. Only the fields `kind`, `source`, `dialect`, `raw` and `extensions` are always present.
 * Any other field is present only if the document has the keyword.
 */
export interface ObjectSchema {
  readonly kind: "schema";
  readonly source: Source;
  readonly dialect: Dialect;
  /** The keywords as written, with sorted keys. */
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

  /** The allowed types. `nullable: true` of OpenAPI 3.0 adds `"null"`. */
  readonly types?: readonly TypeName[];
  readonly const?: { readonly value: JsonValue };
  readonly enum?: readonly JsonValue[];
  /** True if strings that `enum` does not list are also allowed: `anyOf` of an enum and of any string. */
  readonly openEnum?: true;
  readonly format?: string;
  /** The format, if the configuration disables the check of this format. */
  readonly notedFormat?: string;
  /**
   * True if a client accepts a string that does not match the format, and reports the string instead of
   * rejecting it.
   */
  readonly reportsFormat?: true;
  /** The type of decoded integers, if another schema of the same value determines it. */
  readonly integerForm?: IntegerForm;
  /**
   * The format that determines how strings or numbers are decoded, if another schema of the same
   * value determines it.
   */
  readonly formatForm?: FormatForm | "as it is";
  /**
   * True for numbers that must stay numbers in TypeScript. Either an alternative is a string that can look
   * like a number, or other schemas of the same value determine the type.
   */
  readonly keepsNumber?: true;
  /**
   * True for numbers that must not be rounded. Rounding a long integer to a double could change the result
   * of a rule that applies to the same value.
   */
  readonly refusesRounding?: true;
  /** True if the vocabulary of the metaschema makes `format` an assertion. */
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

  /**
   * The properties. Required names come first, in the order of `required`; the others follow in code point
   * order.
   */
  readonly properties?: ReadonlyMap<string, Schema>;
  /**
   * The names of `properties` in the order of the document; absent if the properties come from several
   * places. The order of `properties` itself does not depend on the document.
   */
  readonly propertyOrder?: readonly string[];
  /** The properties that the direction of a message omits; readers add no default for them. */
  readonly leftOut?: ReadonlySet<string>;
  readonly patternProperties?: ReadonlyMap<string, Schema>;
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /**
   * Members whose numbers must have the same sign; 0 is also allowed. In the document, this is an `anyOf`
   * of "all at least 0" and "all at most 0".
   */
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
  /** A component, `$defs` entry, or any other target of a `$ref`. */
  | "schema"
  /** The payload or the headers of a message. */
  | "message"
  /** An inline request or response body. */
  | "body"
  /**
   * The path, query, header or cookie parameters of an operation or channel, combined into one
   * object schema.
   */
  | "parameters";

/** A named schema. Emitters write one type and one validator for each declaration. */
export interface Declaration {
  /**
   * The unique name: the name in the document (`OrderView`, `order-view`), or a composed name
   * (`createListing body`). It is not always a valid identifier.
   */
  readonly name: string;
  readonly origin: DeclarationOrigin;
  readonly schema: Schema;
  /** True if the schema reaches itself through references. */
  readonly recursive: boolean;
  /**
   * The number of the strongly connected component that contains the declaration. A component refers only
   * to itself and to components with a lower number.
   */
  readonly component: number;
}
