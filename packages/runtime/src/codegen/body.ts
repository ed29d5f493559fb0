// Descriptors of the bodies of requests and responses, and the encoders that clients use.

import type { ProblemIssue } from "../errors/problem.ts";
import type { ContractIssue } from "../errors/received-answer.ts";
import type { Codec } from "./codec.ts";
import type { DescribedFields, FormField } from "./parameter.ts";
import type { ItemSource, SequentialDescriptor } from "./sequential.ts";
import type { ValidationMode } from "./validation.ts";

/** The bodies a request may carry, by media type. */
export interface BodyDescriptor {
  /** Default false. */
  readonly required?: boolean;
  /** The longest body that a server reads, in bytes. */
  readonly maxBytes?: number;
  /** `json`, `xml` and `text` use the codec; `bytes` are sent unchanged. */
  readonly content: Readonly<Record<string, MediaDescriptor>>;
}

/** A media type of a body. */
export type MediaDescriptor =
  | { readonly kind: "json" | "xml"; readonly codec: Codec<unknown> }
  | FormDescriptor
  | PartsDescriptor
  | SequentialDescriptor
  | TextBodyDescriptor
  | { readonly kind: "bytes" };

export interface TextBodyDescriptor {
  readonly kind: "text";
  /** Checks the text as a JSON string; absent if any text is allowed. */
  readonly codec?: Codec<unknown>;
}

/** A multipart or URL-encoded form. */
export interface FormDescriptor extends DescribedFields {
  readonly kind: "form";
  /** Checks the form as an object. Each file is replaced by an empty string. */
  readonly codec?: Codec<unknown>;
  /** Receives the form when it is the body of an answer. */
  receive?(descriptor: MediaDescriptor, source: PartSource): Promise<unknown>;
}

/** A body as received. */
export interface ReceivedBody {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The value read from a body, and its issues. */
export interface BodyReading {
  /** The value, as much of it as could be read; undefined for a malformed body. */
  readonly value: unknown;
  readonly issues: readonly ProblemIssue[];
  /** Whether the body could not be parsed at all. */
  readonly isMalformed: boolean;
}

/** Reads and checks a form. */
export type FormReader = (descriptor: FormDescriptor, body: ReceivedBody) => BodyReading;

/** A multipart body whose parts have no names. The position of a part determines its meaning. */
export interface PartsDescriptor {
  readonly kind: "parts";
  readonly format: PartsFormat;
  /** The parts at the start, by position. */
  readonly prefix?: readonly FormField[];
  /** All other parts; absent if there are no other parts. */
  readonly rest?: FormField;
  /** Checks the array of parts, or each part of a stream. Each file is replaced by an empty string. */
  readonly codec?: Codec<unknown>;
}

/** Writes and reads parts by position, as an array or as a stream. */
export interface PartsFormat {
  /**
   * Writes parts.
   *
   * @throws CodecError if `isChecked` is set and the parts do not match their schema. ParameterError if
   * headers cannot be sent.
   */
  write(
    descriptor: PartsDescriptor,
    value: unknown,
    mediaType: string,
    isChecked: boolean,
  ): EncodedBody;
  /** Reads the parts of a whole body. */
  read(descriptor: PartsDescriptor, body: ReceivedBody): BodyReading;
  /** Receives an answer: as an array, or as a stream that yields each part when it arrives. */
  receive(descriptor: MediaDescriptor, source: PartSource): Promise<unknown>;
}

/** The source of the parts of an answer. */
export interface PartSource extends ItemSource {
  readonly contentType: string;
  /** Reads the whole body. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Receives the issues of the body, or of one part. `isLate` is set if the part arrives after the call has
   * ended. Throws if the caller rejects invalid answers.
   */
  judge(issues: readonly ProblemIssue[], body: unknown, isLate?: boolean): void;
}

/** How much of a request's body has been handed to the network. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** The body types of fetch. Node does not have the type `BodyInit` of browsers. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** A body that fetch can send. */
export interface EncodedBody {
  readonly body: FetchBody;
  readonly contentType: string;
  /** Set if the body can be read only once, and so cannot be sent again. */
  readonly once?: true;
}

/**
 * Options for `fetch` that a transport passes on, such as `cache`, `credentials`, `keepalive`, and `next`
 * of Next.js. The type contains all options that the platform declares, except the options that the
 * transport sets itself.
 */
export type FetchOptions = Omit<
  RequestInit,
  "body" | "duplex" | "headers" | "method" | "redirect" | "signal" | "window"
>;

/** A request whose upload progress is reported. Its body can be read more than once. */
export interface MeasuredRequest extends FetchOptions {
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly redirect: "manual";
  readonly body: FetchBody;
}

/** The body that a caller passes, and the settings for its check. */
export interface GivenBody {
  readonly value: unknown;
  /** The media type that the caller names. */
  readonly chosenType: string | undefined;
  readonly mode: ValidationMode;
  /** Receives the violations of the contract in the mode `report`. */
  readonly issues: ContractIssue[];
  /** Creates the error of a call. */
  error(message: string): Error;
}

/** Encodes the bodies of requests, and sends requests whose upload progress is reported. */
export interface BodyEncoder {
  /**
   * Encodes a body. The media type is the one that the caller names, otherwise the first one that the body
   * fits. Returns undefined if the request has no body.
   *
   * @throws CodecError or ParameterError if the body does not match its schema. Throws the result of
   * `error` if the body is missing or fits none of the media types.
   */
  encode(descriptor: BodyDescriptor, given: GivenBody): EncodedBody | undefined;
  /** Sends a request and reports the progress of its body. Rejects as fetch does. */
  sendMeasured(
    url: string,
    request: MeasuredRequest,
    send: typeof globalThis.fetch,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Response>;
  /** Returns the time that sending a body may take on the slowest supported line, in milliseconds. */
  uploadTimeMs(body: FetchBody): number;
}
