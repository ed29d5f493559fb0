// The descriptors of the credentials of a feed, from `x-credentials`. The parts to sign have the format of
// the rules in `@specwright/streams/signing`.

import type { FeedPointer, FeedTemplate } from "./feed-template.ts";

/** A part of a signed text: a text with placeholders, a nested text, or JSON. */
export type FeedTextPart =
  | string
  | {
      readonly of: readonly FeedTextPart[];
      readonly hash?: "sha256" | "sha384" | "sha512" | "blake2b-256" | "blake2b-512";
      readonly encoding?: "raw" | "hex" | "base64" | "base64url";
    }
  | {
      readonly json: FeedTemplate;
      readonly encoding?: "raw" | "hex" | "base64" | "base64url";
    };

/** A ticket that is fetched over HTTP with a signed request. */
export interface FeedTicket {
  /** The address of the server, and the path, a template of text. */
  readonly server: string;
  readonly path: string;
  /** Default `POST`. */
  readonly method?: "GET" | "POST" | "PUT";
  /** Templates of text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A template of text. Its placeholders are replaced before it is signed. Default empty. */
  readonly body?: string;
  /** The pointer to the ticket in the answer. */
  readonly token: FeedPointer;
  /**
   * The pointer to the number of seconds for which the ticket is valid. Absent: the ticket can be used only
   * once.
   */
  readonly expires?: FeedPointer;
  /** The pointer to the reason for a refusal, in an answer without a ticket. */
  readonly refusal?: FeedPointer;
  /** Prefixes of reasons that are temporary. After such a reason, another attempt may succeed. */
  readonly temporary?: readonly string[];
}

/** A message that logs a client in. */
export interface FeedLogin {
  /** `{id}` is the id of the request. */
  readonly payload: FeedTemplate;
  /** The message that accepts the login. Private topics wait for this message. */
  readonly accepted?: string;
  readonly refused?: string;
  /** The pointers to the code and the text of a refusal. */
  readonly code?: FeedPointer;
  readonly text?: FeedPointer;
  /** Prefixes of refusal texts that are temporary. After such a text, another attempt may succeed. */
  readonly temporary?: readonly string[];
}

/** A signing scheme, and where the parts of its result are sent. */
export interface FeedScheme {
  readonly algorithm:
    | "hmac-sha256"
    | "hmac-sha384"
    | "hmac-sha512"
    | "blake2b-256"
    | "blake2b-512"
    | "ed25519"
    | "es256"
    | "rsa-pss-sha256"
    | "rsa-pkcs1-sha256"
    | "none";
  readonly secret?: "utf8" | "base64" | "hex" | "pem";
  /** The names of values that a venue issues in addition to key and secret. */
  readonly values?: readonly string[];
  readonly text?: readonly FeedTextPart[];
  readonly join?: string;
  readonly end?: string;
  readonly encoding?: "hex" | "base64" | "base64url";
  readonly time?: {
    readonly unit: "ms" | "s" | "us" | "ns" | "rfc3339";
    readonly offsetMs?: number;
    readonly lifetimeMs?: number;
    /**
     * The accepted difference between the clocks of client and server, in milliseconds. Only
     * servers use it.
     */
    readonly toleranceMs?: number;
  };
  readonly nonce?: "ms" | "us" | "counter" | "uuid";
  readonly parameters?: {
    /** The pointer to the signed parameters in a request that subscribes. */
    readonly at?: FeedPointer;
    readonly add?: Readonly<Record<string, string>>;
    readonly percentEncoded?: boolean;
  };
  /**
   * The HTTP request that fetches a ticket. If set, this request is signed, and `{token}` is the ticket.
   */
  readonly ticket?: FeedTicket;
  readonly place: {
    /** Headers of the upgrade: templates of text. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly message?: FeedLogin;
    /** Members of each request that subscribes to private topics, or unsubscribes from them. */
    readonly eachSubscribe?: { readonly [name: string]: FeedTemplate };
    readonly eachUnsubscribe?: { readonly [name: string]: FeedTemplate };
  };
  /**
   * When a client logs in again during a connection: at an interval, or before the lifetime ends. The
   * accepting message contains the lifetime, in seconds, at the pointer `at`.
   */
  readonly renew?:
    | { readonly everyMs: number }
    | { readonly beforeExpiryMs: number; readonly at: FeedPointer };
}
