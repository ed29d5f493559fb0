// A schema in the contract: the vocabulary of JSON Schema 2020-12, whatever its original dialect.
// `nullable`, boolean `exclusiveMinimum`, array `items` and `definitions` of older dialects are
// converted to their 2020-12 form; `raw` keeps the original, so that nothing is lost.

import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/** A JSON Schema primitive type. */
export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The TypeScript type of decoded integers. A `string` contains the digits of the integer. */
export type IntegerForm = "bigint" | "number" | "string";

/** A format whose values, strings or numbers, can have other types in TypeScript. */
export type FormFormat = "date-time" | "date" | "decimal" | "int64" | "uint64";

/** The format, and the requested type, that determine how strings or numbers are decoded. */
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

/** A `$ref` or `$dynamicRef`, kept as a reference; `target` is the schema that it refers to. */
export interface SchemaReference {
  readonly text: string;
  readonly target: Schema;
  /**
   * Set on a `$dynamicRef` whose target is named by this `$dynamicAnchor`. In a contract, `target`
   * is the schema with that anchor in the outermost enclosing resource (JSON Schema 2020-12
   * §8.2.3.2). A schema that can be reached in several ways exists once for each meaning.
   */
  readonly dynamicAnchor?: string;
}

/** An instance of a template: the schemas that its dynamic anchors resolve to. */
export interface SchemaInstance {
  /**
   * The schema that refers to these anchors by `$dynamicRef`. In the template's own instance, they resolve
   * to its defaults.
   */
  readonly template: Schema;
  /** By anchor, in code point order. */
  readonly arguments: ReadonlyMap<string, Schema>;
}

/** The property that distinguishes the branches of a union (OpenAPI Discriminator Object). */
export interface Discriminator {
  readonly propertyName: string;
  /** Maps tag values to schemas; includes the implicit names if there is no mapping. */
  readonly mapping: ReadonlyMap<string, Schema>;
  /** True if a default schema accepts absent and unknown tags (`defaultMapping`, OpenAPI 3.2). */
  readonly hasDefault?: true;
}

/**
 * A schema object. Every field except `kind`, `source`, `dialect`, `raw` and `extensions` is absent
 * unless written.
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

  /** `nullable: true` of OpenAPI 3.0 appears here as an added `"null"`. */
  readonly types?: readonly TypeName[];
  readonly const?: { readonly value: JsonValue };
  readonly enum?: readonly JsonValue[];
  /** True if `enum` does not list all values: `anyOf` of an enum and of any string. */
  readonly openEnum?: true;
  readonly format?: string;
  /** The format, if the configuration turns off its check. */
  readonly notedFormat?: string;
  /**
   * True if a client accepts and reports strings that do not match the format, instead of rejecting
   * them.
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
   * True for numbers that must stay numbers in TypeScript: an alternative is a string that can look like a
   * number, or other schemas of the same value determine a type.
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

  /** Required names first, in the order of `required`; then the others in code point order. */
  readonly properties?: ReadonlyMap<string, Schema>;
  /**
   * The names of `properties` in the order of the document, if they were written in one place. The
   * order of `properties` itself does not depend on the document.
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
   * Members whose numbers must have the same sign, except 0: an `anyOf` of "all at least 0" and
   * "all at most 0".
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

/** A named schema. Emitters write one type and one validator for each. */
export interface Declaration {
  /**
   * The name in the document (`OrderView`, `order-view`), or a composed one (`createListing body`);
   * unique, and not yet an identifier.
   */
  readonly name: string;
  readonly origin: DeclarationOrigin;
  readonly schema: Schema;
  /** True if the schema reaches itself through references. */
  readonly recursive: boolean;
  /**
   * The number of its strongly connected component; a lower number never refers to a higher one.
   */
  readonly component: number;
}
