import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/**
 * One of several alternative requirements. A client must satisfy every scheme of the map, with the listed
 * scopes. An empty map means "no security".
 */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/** A server of an OpenAPI or AsyncAPI document. */
export interface Server {
  /** The key of an AsyncAPI server, or the URL of an OpenAPI server. */
  readonly id: string;
  readonly url: string;
  /**
   * The protocol. For an OpenAPI server, it is the scheme of the URL, or `http` if the URL is relative.
   */
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
