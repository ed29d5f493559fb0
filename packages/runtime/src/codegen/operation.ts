// Descriptors of HTTP operations: data that generated code hands to the REST transports.

import type { BodyDescriptor, BodyEncoder, MediaDescriptor, UploadProgress } from "./body.ts";
import type { Codec } from "./codec.ts";
import type { HeaderDescriptor, ParameterDescriptor } from "./parameter.ts";

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

/** What clients encode the parts of a request with. */
export interface RequestEncoders {
  path?(path: string, parameters: readonly ParameterDescriptor[], values: object): string;
  query?(parameters: readonly ParameterDescriptor[], values: object): string;
  headers?(
    parameters: readonly ParameterDescriptor[],
    values: object,
  ): readonly (readonly [name: string, value: string])[];
  cookies?(parameters: readonly ParameterDescriptor[], values: object): string;
  readonly body?: BodyEncoder;
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
  /** What a client encodes the request with; those that its parts need. */
  readonly encoders?: RequestEncoders;
  readonly body?: BodyDescriptor;
  /** Keys are `200`, `4XX`, `default`. */
  readonly responses: Readonly<Record<string, ResponseDescriptor>>;
  /** Alternatives; within one, every scheme is needed. `[]` or an empty alternative: public. */
  readonly security: readonly (readonly string[])[];
  /** Never set; carries the types. */
  readonly "~types"?: { readonly request: Request; readonly response: Response };
}

/** Configures one call. */
export interface CallOptions {
  /**
   * Called with the progress of sending a body, from 0 to all of it, and again from 0 on a retry.
   */
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
