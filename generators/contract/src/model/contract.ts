// The contract: a lossless representation of a document. The order of its parts does not depend on the
// order of keys in the document.

import type { JsonObject, JsonValue, Position, Source } from "@specwright/spec-loader";
import type { Channel, ChannelOperation, Message } from "./channel.ts";
import type { HttpOperation } from "./operation.ts";
import type { Declaration, Schema, SchemaInstance } from "./schema.ts";
import type { Server } from "./server.ts";

/** The `info` of a document. */
export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly license?: JsonObject;
  readonly contact?: JsonObject;
  readonly termsOfService?: string;
  readonly extensions: ReadonlyMap<string, JsonValue>;
}

/** A security scheme: its `type`, and all its fields as written. */
export interface SecurityScheme {
  readonly id: string;
  readonly type: string;
  readonly raw: JsonObject;
  readonly description?: string;
  readonly source: Source;
}

/** A tag with its description. */
export interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** A whole document: the only input of emitters. */
export interface Contract {
  readonly format: "openapi" | "asyncapi";
  /** The version of the format, such as `3.1.0`. */
  readonly formatVersion: string;
  /** The entry file, with the name that the loader uses, and the hash of all files. */
  readonly file: string;
  readonly hash: string;
  readonly info: Info;
  readonly servers: readonly Server[];
  /** Every named schema, dependencies first. */
  readonly declarations: readonly Declaration[];
  /** OpenAPI operations by path, then method. */
  readonly operations: readonly HttpOperation[];
  readonly webhooks: readonly HttpOperation[];
  /** AsyncAPI channels, messages and operations, by id. */
  readonly channels: readonly Channel[];
  readonly messages: readonly Message[];
  readonly channelOperations: readonly ChannelOperation[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly tags: readonly Tag[];
  readonly extensions: ReadonlyMap<string, JsonValue>;
  /** The entry document as written, with sorted keys. Contains fields that the model does not have. */
  readonly raw: JsonObject;
  /** Returns the declaration of a named schema. */
  declarationOf(schema: Schema): Declaration | undefined;
  /**
   * Returns the template of a schema, such as `Page` for a page of issues, and the schemas that the dynamic
   * anchors of the template resolve to. Returns undefined for a schema without a template.
   */
  instanceOf(schema: Schema): SchemaInstance | undefined;
  /**
   * Returns a field that the model does not have, from the object at `source`. References inside the field
   * are resolved.
   */
  fieldOf(source: Source, name: string): JsonValue | undefined;
  /** Returns the line and column of a node. */
  locate(source: Source): Position;
}

/** The part of a contract that the reader of one kind of document provides. */
export type ContractParts = Pick<
  Contract,
  | "servers"
  | "operations"
  | "webhooks"
  | "channels"
  | "messages"
  | "channelOperations"
  | "securitySchemes"
  | "tags"
>;
