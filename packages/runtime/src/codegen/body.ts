// Descriptors of the bodies that requests and responses carry, and what clients encode them with.

import type { Codec } from "./codec.ts";
import type { ParameterType } from "./parameter.ts";

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

/** Says how much of a request's body has been handed to the network. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** A body that fetch can send. */
export interface EncodedBody {
  readonly body: BodyInit;
  /** Absent when fetch sets it: it alone knows the boundary of a multipart body. */
  readonly contentType?: string;
  /** Set when the body can be read only once, and so cannot be sent again. */
  readonly once?: true;
}

/** A request whose body can be read more than once. */
export interface MeasuredRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly redirect: "manual";
  readonly body: BodyInit;
}

/** What encodes the body of a request, and sends one whose way out is watched. */
export interface BodyEncoder {
  /**
   * Encodes a body as the media type that `chosenType` names, else as the first that it fits. Returns
   * undefined if it fits none.
   *
   * @throws CodecError if the body breaks its schema.
   */
  encode(
    content: Readonly<Record<string, MediaDescriptor>>,
    value: unknown,
    chosenType: string | undefined,
  ): EncodedBody | undefined;
  /** Sends a request and reports how its body goes out. Rejects as fetch does. */
  sendMeasured(
    url: string,
    request: MeasuredRequest,
    send: typeof globalThis.fetch,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Response>;
  /** Returns the time that a body may take to send on the slowest line, in milliseconds. */
  uploadTimeMs(body: BodyInit): number;
}
