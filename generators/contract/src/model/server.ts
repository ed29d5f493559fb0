import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/**
 * One alternative: every scheme in it must be satisfied, with its scopes. An empty map means "no
 * security".
 */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/** A server of either kind of document. */
export interface Server {
  /** Its key in an AsyncAPI document; its URL in an OpenAPI one. */
  readonly id: string;
  readonly url: string;
  /** The scheme of an OpenAPI server's URL; `http` if it is relative. */
  readonly protocol: string;
  readonly description?: string;
  readonly variables: ReadonlyMap<string, JsonObject>;
  /** The requirements of a server of an AsyncAPI document; absent in an OpenAPI document. */
  readonly security?: readonly SecurityRequirement[];
  /** The bindings of an AsyncAPI server as written; absent in an OpenAPI document. */
  readonly bindings?: JsonObject;
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}
