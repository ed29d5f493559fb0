// Operations of an OpenAPI document.

import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";
import type { Pagination } from "./pagination.ts";
import type { Declaration, Schema } from "./schema.ts";
import type { SecurityRequirement, Server } from "./server.ts";

/** A named example of a body, message or parameter. */
export interface Example {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly value: JsonValue;
  readonly source: Source;
}

/** The location of a parameter; `querystring` is the whole query string (OpenAPI 3.2). */
export type ParameterLocation = "path" | "query" | "header" | "cookie" | "querystring";

/** A parameter, or a header, with the defaults of `style` and `explode` filled in. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** True if a client can send an empty text instead of omitting the parameter. */
  readonly allowEmptyValue?: boolean;
  readonly schema?: Schema;
  /** Set instead of `schema` if the parameter is serialised by media type. */
  readonly content?: MediaType;
  /** The declaration of the schema; set on the headers of responses and of parts. */
  readonly declaration?: Declaration;
  readonly examples: readonly Example[];
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}

/** The items of a sequential media type. */
export interface SequentialItems {
  /** Server-sent events, one JSON text on each line, or JSON texts as in RFC 7464. */
  readonly format: "event-stream" | "json-lines" | "json-seq";
  /**
   * The declaration of an item; absent if an item can be any JSON. An item of an event stream is an
   * event: an object with `data` and, if the event has them, `event`, `id` and `retry`.
   */
  readonly declaration?: Declaration;
  /** How the `data` of events is encoded; absent for other media types. */
  readonly data?: "text" | "json" | "either";
}

/** The encoding of a form field or of a part of a multipart body. */
export interface Encoding {
  /** The media types of the part, separated by commas. */
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /**
   * The headers of the part. Omits Content-Type, and omits Content-Disposition if the part has a name.
   * Empty in URL-encoded forms, and beside a style in `multipart/form-data`.
   */
  readonly headers: readonly Parameter[];
  /** The headers as one object schema; absent without headers. */
  readonly headersDeclaration?: Declaration;
  /** The Encoding Object as written. */
  readonly raw: JsonObject;
}

/** One representation of a body. */
export interface MediaType {
  /** The media type as written, such as `application/json; charset=utf-8`, or a range such as `text/*`. */
  readonly mediaType: string;
  readonly schema?: Schema;
  /** The declaration of `schema`: the component, or a declaration that is named after the operation. */
  readonly declaration?: Declaration;
  /** The schema of one item or part of a stream (OpenAPI 3.2), and the declaration of this schema. */
  readonly itemSchema?: Schema;
  readonly itemDeclaration?: Declaration;
  /** The items of a sequential media type, also without an `itemSchema`; absent for other media types. */
  readonly items?: SequentialItems;
  readonly examples: readonly Example[];
  /** The Encoding Objects of a form, by field. */
  readonly encoding: ReadonlyMap<string, Encoding>;
  /** The Encoding Objects of the first parts of a multipart body, by position (OpenAPI 3.2). */
  readonly prefixEncoding: readonly Encoding[];
  /** The Encoding Object of all other parts. */
  readonly itemEncoding?: Encoding;
  readonly source: Source;
}

/** The body that an operation expects. */
export interface RequestBody {
  readonly required: boolean;
  /** The maximum size of a body, in bytes (`x-max-bytes`). */
  readonly maxBytes?: number;
  readonly description?: string;
  readonly content: readonly MediaType[];
  readonly source: Source;
}

/**
 * The response for a status (`"200"`), for a range of statuses (`"4XX"`), or for all others (`"default"`).
 */
export interface Response {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Parameter[];
  /** The headers combined into one object schema; absent without headers. */
  readonly headersDeclaration?: Declaration;
  readonly content: readonly MediaType[];
  readonly links: ReadonlyMap<string, JsonValue>;
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}

/**
 * The parameters of one location as an object schema. Emitters can treat the schema like any other schema.
 */
export interface ParameterGroup {
  readonly in: ParameterLocation;
  readonly declaration: Declaration;
}

/** An HTTP operation, or a webhook. */
export interface HttpOperation {
  readonly kind: "http";
  /**
   * The unique id: `operationId`, or the method and path (`get /users/{id}`) if the document has no
   * `operationId`.
   */
  readonly id: string;
  readonly method: string;
  /** The path template, or the name of a webhook. */
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** The parameters of the operation and of its path; ordered by location, then as in `parameters`. */
  readonly parameters: readonly Parameter[];
  readonly parameterGroups: readonly ParameterGroup[];
  readonly requestBody?: RequestBody;
  /** The responses: exact statuses first, then ranges, `default` last. */
  readonly responses: readonly Response[];
  /** The requirements of the operation, or else the requirements of the document. */
  readonly security: readonly SecurityRequirement[];
  /**
   * The servers of the operation, or else the servers of its path. Empty if the servers of the document
   * apply.
   */
  readonly servers: readonly Server[];
  /** The pagination of a list (`x-pagination`); absent on webhooks and callbacks. */
  readonly pagination?: Pagination;
  readonly callbacks: ReadonlyMap<string, readonly HttpOperation[]>;
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}
