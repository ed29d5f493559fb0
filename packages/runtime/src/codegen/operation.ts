// Descriptors of HTTP operations: data that generated code hands to the REST transports.

import type { Codec } from "./codec.ts";

/** The type that the text of a parameter or a header is read as. */
export type ParameterType = "string" | "integer" | "bigint" | "number" | "boolean" | "json";

/** What parameters and headers have in common: a named value that travels as text. */
export interface TextDescriptor {
  readonly name: string;
  /** Default false; parameters of the path are required without it. */
  readonly required?: boolean;
  /** The type of the value, or of each item when `array` is set. */
  readonly type: ParameterType;
  readonly array?: true;
  /**
   * Set when the value is an object that travels by style, not as JSON text: the types of its
   * properties. Others travel as strings.
   */
  readonly properties?: Readonly<Record<string, ParameterType>>;
  /** OpenAPI `explode`. Default true for the style `form`, false for others. */
  readonly explode?: boolean;
}

/** A parameter of a request. */
export interface ParameterDescriptor extends TextDescriptor {
  readonly in: "path" | "query" | "header" | "cookie";
  /** OpenAPI `style`. Default `form` for the query and cookies, `simple` for paths and headers. */
  readonly style?: string;
}

/** A header of a response, which has the style `simple`. */
export interface HeaderDescriptor extends TextDescriptor {
  /** Checks the value. */
  readonly codec?: Codec<unknown>;
}

/** The bodies a request may carry, by media type. */
export interface BodyDescriptor {
  /** Default false. */
  readonly required?: boolean;
  /** The longest body that a server reads, in bytes. */
  readonly maxBytes?: number;
  /** `json`: through the codec; `text` and `bytes`: as they are. */
  readonly content: Readonly<Record<string, MediaDescriptor>>;
}

/** Describes one media type of a body; a `stream` is a `ReadableStream` of bytes as they arrive. */
export type MediaDescriptor =
  | { readonly kind: "json"; readonly codec: Codec<unknown> }
  | FormDescriptor
  | { readonly kind: "text" | "bytes" | "stream" };

/** Describes a form, multipart or URL-encoded. A server needs `fields` to give each its type. */
export interface FormDescriptor {
  readonly kind: "form";
  readonly fields?: Readonly<Record<string, FormField>>;
  /** Checks the form as an object; files are seen as empty strings. */
  readonly codec?: Codec<unknown>;
}

/** Describes a field of a form; `array` says that it may be repeated. */
export interface FormField {
  readonly type: ParameterType | "file";
  readonly array?: true;
}

/** A response of an operation. */
export interface ResponseDescriptor {
  readonly headers?: readonly HeaderDescriptor[];
  readonly content?: Readonly<Record<string, MediaDescriptor>>;
}

/** Holds what a caller passes: one part per location. */
export interface RequestParts {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly cookies?: object;
  /** Set when the contract offers several media types: the one that `body` is of. */
  readonly contentType?: string;
  readonly body?: unknown;
}

/** Holds what comes back. Ranges and `default` carry the actual code in `statusCode`. */
export interface ResponseParts {
  readonly status: number | string;
  readonly statusCode?: number;
  readonly headers?: object;
  /** Set when the contract offers several media types for the status: the one that `body` is of. */
  readonly contentType?: string;
  readonly body?: unknown;
}

/** Describes an operation; the type parameters tie it to its generated request and response types. */
export interface OperationDescriptor<
  Request extends RequestParts = RequestParts,
  Response extends ResponseParts = ResponseParts,
> {
  readonly id: string;
  /** The method of the handlers and the client, where `id` is not an identifier. */
  readonly name?: string;
  readonly method: string;
  /** Templated, such as `/listings/{listing_id}`. */
  readonly path: string;
  readonly parameters: readonly ParameterDescriptor[];
  /** Check the decoded parameters of each location. */
  readonly validators: {
    readonly path?: Codec<unknown>;
    readonly query?: Codec<unknown>;
    readonly headers?: Codec<unknown>;
    readonly cookies?: Codec<unknown>;
  };
  readonly body?: BodyDescriptor;
  /** Keys are `200`, `4XX`, `default`. */
  readonly responses: Readonly<Record<string, ResponseDescriptor>>;
  /** Alternatives; within one, every scheme is needed. `[]` or an empty alternative: public. */
  readonly security: readonly (readonly string[])[];
  /** Never set; carries the types. */
  readonly "~types"?: { readonly request: Request; readonly response: Response };
}

/** Says how much of a request's body has been handed to the network. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Configures one call. */
export interface CallOptions {
  /** Is told how a body goes out, from 0 to all of it; again from 0 when it is sent again. */
  readonly onUploadProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Carries calls of a generated client; `@specwright/rest-client` implements it over fetch. */
export interface RestTransport {
  /** Sends one request. Resolves with a documented response; throws `RestError` for anything else. */
  call<Request extends RequestParts, Response extends ResponseParts>(
    operation: OperationDescriptor<Request, Response>,
    request: Request,
    options?: CallOptions,
  ): Promise<Response>;
}
