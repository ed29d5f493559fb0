// Descriptors of HTTP operations: data that generated code passes to the REST transports.

import type {
  BodyDescriptor,
  BodyEncoder,
  FetchOptions,
  MediaDescriptor,
  UploadProgress,
} from "./body.ts";
import type { Codec } from "./codec.ts";
import type { SecuredOperation, SelectCredentials } from "./credentials.ts";
import type { PaginationDescriptor } from "./pagination.ts";
import type {
  EncodeHeaders,
  HeaderDescriptor,
  ParameterDescriptor,
  ReadHeaders,
} from "./parameter.ts";
import type { ResponseReporting, ValidationOptions } from "./validation.ts";

/** A response of an operation. */
export interface ResponseDescriptor {
  readonly headers?: readonly HeaderDescriptor[];
  readonly content?: Readonly<Record<string, MediaDescriptor>>;
}

/** The parts of a request that a caller passes, by location. */
export interface RequestParts {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly cookies?: object;
  /** Set if the contract offers several media types: the type of `body`. */
  readonly contentType?: string;
  readonly body?: unknown;
}

/**
 * The parts of a response. If `status` is a range or `default`, `statusCode` has the actual code.
 */
export interface ResponseParts {
  readonly status: number | string;
  readonly statusCode?: number;
  readonly headers?: object;
  /** Set if the contract offers several media types for the status: the type of `body`. */
  readonly contentType?: string;
  readonly body?: unknown;
}

/** The encoders that clients use for the parts of a request. */
export interface RequestEncoders {
  path?(path: string, parameters: readonly ParameterDescriptor[], values: object): string;
  query?(parameters: readonly ParameterDescriptor[], values: object): string;
  readonly headers?: EncodeHeaders;
  cookies?(parameters: readonly ParameterDescriptor[], values: object): string;
  readonly body?: BodyEncoder;
  /** Set if `security` names a scheme. */
  readonly credentials?: SelectCredentials;
}

/** An operation; the type parameters tie it to its generated request and response types. */
export interface OperationDescriptor<
  Request extends RequestParts = RequestParts,
  Response extends ResponseParts = ResponseParts,
> extends SecuredOperation {
  readonly id: string;
  /** The name of the method in handlers and clients, if `id` is not an identifier. */
  readonly name?: string;
  readonly method: string;
  /** The path template, such as `/listings/{listing_id}`. */
  readonly path: string;
  /** How clients handle responses that break the contract. Default: they refuse such responses. */
  readonly validation?: ResponseReporting;
  readonly parameters: readonly ParameterDescriptor[];
  /** Check the decoded parameters of each location. */
  readonly validators: {
    readonly path?: Codec<unknown>;
    readonly query?: Codec<unknown>;
    readonly headers?: Codec<unknown>;
    readonly cookies?: Codec<unknown>;
  };
  /** The encoders that a client needs for the parts of the request. */
  readonly encoders?: RequestEncoders;
  readonly body?: BodyDescriptor;
  /**
   * Reads the headers of responses for a client; set if any headers are documented. A header that is a
   * list, an object or JSON needs `readResponseHeaders`; for other headers, `readScalarHeaders` is enough.
   */
  readonly readHeaders?: ReadHeaders;
  /** The responses by status, such as `200`, `4XX` and `default`. */
  readonly responses: Readonly<Record<string, ResponseDescriptor>>;
  /** How to find the next page of a list; set if the contract describes it. */
  readonly pagination?: PaginationDescriptor;
  /**
   * For each alternative of `security`, in the same order: the scopes or roles that its schemes require.
   * Absent if no alternative requires scopes or roles.
   */
  readonly scopes?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Never set; carries the types. */
  readonly "~types"?: { readonly request: Request; readonly response: Response };
}

/**
 * A webhook or a callback: an operation that the provider of an API calls, and its consumers serve.
 * Its `path` is empty, because each consumer chooses the URL.
 */
export interface WebhookDescriptor<
  Request extends RequestParts = RequestParts,
  Response extends ResponseParts = ResponseParts,
> extends OperationDescriptor<Request, Response> {
  /** The name of the webhook or callback in the document. */
  readonly webhook: string;
  /** The runtime expression for the URL of a callback, such as `{$request.body#/url}`. */
  readonly url?: string;
}

/** Options of a call of any operation. */
export interface BaseCallOptions {
  /**
   * Called while the body is sent, with progress from 0 to the size of the body. A retry starts at 0 again.
   */
  readonly onUploadProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /**
   * Whether to request an event stream again after it has ended or its connection was lost. The client
   * repeats the request, with `Last-Event-ID`, until the server answers 204. Default: true if the stream
   * has sent an `id` or a `retry` time, because any other stream could only start over. Only for GET.
   */
  readonly reconnect?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Options for `fetch`. Each replaces the transport's option. */
  readonly fetchOptions?: FetchOptions;
  /** Whether request and answer are checked. Default: the setting of the transport. */
  readonly validation?: ValidationOptions;
}

/** Options for one call. */
export interface CallOptions extends BaseCallOptions {
  /** Only operations whose contract describes their pages (`x-pagination`) accept this option. */
  readonly page?: never;
}

/**
 * Selects the page of a list. A transport calls it with the URL of the request and the operation, and then
 * requests the URL that it returns.
 */
export interface PageTurn<Items extends readonly string[] = readonly string[]> {
  (url: string, operation: OperationDescriptor): string;
  /** Never set; carries the path to the items. */
  readonly "~items"?: Items;
}

/** Options for one call of an operation whose pages its contract describes (`x-pagination`). */
export interface PageCallOptions<Items extends readonly string[] = readonly string[]>
  extends BaseCallOptions {
  /** Set by `fetchPage`. */
  readonly page?: PageTurn<Items>;
}

/**
 * Performs the calls of a generated client. `@specwright/rest/client` implements this interface over fetch.
 * `Scheme` is a union of the security schemes, by name, for which the transport has credentials.
 */
export interface RestTransport<Scheme extends string = string> {
  /**
   * Always absent. Declared as a method: the compiler then accepts a transport with more or fewer schemes
   * than the client, but not one with entirely different schemes.
   */
  credentialsFor?(scheme: Scheme): void;
  /**
   * Sends one request. Resolves with a documented response, or with any response if the validation of
   * responses is not `error`. If the option `page` is set, the transport requests the URL to which `page`
   * maps the URL of the request.
   *
   * @throws RestError for anything else.
   */
  call<Request extends RequestParts, Response extends ResponseParts>(
    operation: OperationDescriptor<Request, Response>,
    request: Request,
    options?: CallOptions | PageCallOptions,
  ): Promise<Response>;
}
