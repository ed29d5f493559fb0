// Descriptors of values that travel as text: the parameters of requests and the headers of
// responses.

import type { ProblemIssue } from "../errors/problem.ts";
import type { Codec } from "./codec.ts";

/** The location of a parameter. */
export type ParameterIn = "path" | "query" | "header" | "cookie";

/** An issue with one parameter, in the form that a problem response contains. */
export interface ParameterIssue extends ProblemIssue {
  readonly in: ParameterIn;
}

/** The parameters of one location by name, and the issues of parameters that could not be read. */
export interface DecodedParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly ParameterIssue[];
}

/**
 * The type as which the text of a parameter or header is parsed. A `decimal` is a number that keeps all
 * digits. `mixed` is a number or a boolean if the text can be read as one, and otherwise a string.
 * `mixedBigint` is like `mixed`, but reads integers as bigint.
 */
export type ParameterType =
  | "string"
  | "integer"
  | "bigint"
  | "number"
  | "decimal"
  | "boolean"
  | "mixed"
  | "mixedBigint"
  | "json";

/** The common properties of parameters and headers: named values that travel as text. */
export interface TextDescriptor {
  readonly name: string;
  /** Default false; path parameters are always required. */
  readonly required?: boolean;
  /** The type of the value, or of each item when `array` is set. Default `string`. */
  readonly type?: ParameterType;
  readonly array?: true;
  /** The type of a single value, if `array` is set and one value may be sent instead of a list. */
  readonly one?: ParameterType;
  /**
   * The meaning of an empty text: null, or an absent parameter. Set if no valid value has an empty text.
   */
  readonly empty?: "null" | "absent";
  /** The types of the properties of an object that is serialised by style instead of as JSON text. */
  readonly properties?: Readonly<Record<string, ParameterType>>;
  /** The type of all other properties; set if the object may have other properties. */
  readonly additional?: ParameterType;
  /** OpenAPI `explode`. Default true for the style `form`, false for others. */
  readonly explode?: boolean;
}

/**
 * The types of the texts in a value of style `deepObject` that contains nested objects or lists. A member
 * without a listed type is a string.
 */
export type TextShape =
  | ParameterType
  | {
      /** The type of the value if it is a scalar. */
      readonly type?: ParameterType;
      readonly properties?: Readonly<Record<string, TextShape>>;
      readonly additional?: TextShape;
      readonly items?: TextShape;
    };

/** A parameter of a request. */
export interface ParameterDescriptor extends TextDescriptor {
  readonly in: "path" | "query" | "header" | "cookie";
  /** The default, for a parameter in the address of a channel. */
  readonly default?: string;
  /** OpenAPI `style`. Default: `form` for the query and cookies, `simple` for paths and headers. */
  readonly style?: string;
  /**
   * The separator between the parts of a value with the style `label` that is not exploded. Default `,`. In
   * OpenAPI before 3.0.4, and in 3.1.0, the separator is a dot.
   */
  readonly separator?: ".";
  /** Set if the value is nested, in the style `deepObject`. */
  readonly nested?: TextShape;
  /**
   * Set if reserved characters of values are sent unescaped. With `escapes`, existing percent-encodings are
   * kept too, as in OpenAPI since 3.0.4 and 3.1.1.
   */
  readonly allowReserved?: "characters" | "escapes";
  /**
   * Set if the value is the whole query string, and the name of the parameter does not appear. `text`: the
   * query is the percent-encoded text of a value of `type`. Otherwise, the query is a URL-encoded form with
   * these fields.
   */
  readonly whole?: "text" | DescribedFields;
}

/** The fields of a form. */
export interface DescribedFields {
  /** The fields that the document names. */
  readonly fields?: Readonly<Record<string, FormField>>;
  /**
   * The description of all other fields. Absent if the document does not describe them: each of them is
   * then a text, a file, or a list of texts and files.
   */
  readonly others?: FormField;
}

/**
 * A field of a form, which may be repeated if `array` is set; or a part of a body whose parts have no
 * names.
 */
export interface FormField
  extends Pick<
    ParameterDescriptor,
    "properties" | "additional" | "explode" | "nested" | "allowReserved"
  > {
  readonly type: ParameterType | "file";
  readonly array?: true;
  /**
   * The type of a single value, if `array` is set and the field may be one value instead of a list.
   */
  readonly one?: ParameterType | "file";
  /**
   * Set if the field is required. If the form lacks the field, it is read as an empty list or object,
   * because a form cannot express these.
   */
  readonly required?: true;
  /**
   * Set if the `encoding` of a URL-encoded form gives the field a style: it is written as a query parameter
   * with this style.
   */
  readonly style?: string;
  /**
   * The types of the field's part, as in `encoding`. Default: the file's own type, otherwise
   * `application/octet-stream`; JSON for objects; text for others.
   */
  readonly contentType?: string;
  /**
   * Set if the document describes headers of the field's parts. The value of the field, or each item of a
   * list, is then `{ value, headers }`.
   */
  readonly headers?: readonly HeaderDescriptor[];
  /** Writes `headers`; set if `headers` is set. */
  readonly encodeHeaders?: EncodeHeaders;
}

/** A header of a response. Headers have the style `simple`. */
export interface HeaderDescriptor extends TextDescriptor {
  /** Checks the value. */
  readonly codec?: Codec<unknown>;
  /** Returns the default value, in JSON form, for an absent header. */
  readonly default?: () => unknown;
}

/** Formats headers as names and values. */
export type EncodeHeaders = (
  descriptors: readonly TextDescriptor[],
  values: object,
) => readonly (readonly [name: string, value: string])[];

/**
 * Reads and checks the headers of a response, from a flat list of names and values. Omits headers that are
 * not described. If a header cannot be read, its value is its text, and an issue is reported.
 */
export type ReadHeaders = (
  descriptors: readonly HeaderDescriptor[],
  rawHeaders: readonly string[],
) => DecodedParameters;
