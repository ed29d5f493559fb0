import type { Source } from "@specwright/spec-loader";
import type { ChannelOperation } from "../model/channel.ts";
import type { SecurityScheme } from "../model/contract.ts";
import type { SecurityRequirement, Server } from "../model/server.ts";
import type { Build } from "../reading/build.ts";

/** A server and the settings that its channels inherit. */
export interface ServerReading {
  readonly server: Server;
  readonly security: readonly SecurityRequirement[];
}

/** The state that the readers of an AsyncAPI document share. */
export interface AsyncApi {
  readonly build: Build;
  readonly major: 2 | 3;
  /** The content type of messages that do not specify a content type. */
  readonly contentType: string;
  readonly schemaFormat: string;
  readonly servers: readonly ServerReading[];
  /** The security schemes of the document by id, including inline schemes. */
  readonly securitySchemes: Map<string, SecurityScheme>;
}

/** Returns an action as the provider sees it: swaps the action if the document describes the consumer. */
export function seenByProvider(
  { build }: AsyncApi,
  action: ChannelOperation["action"],
): ChannelOperation["action"] {
  return build.perspective === "provider" ? action : oppositeAction(action);
}

export function oppositeAction(action: ChannelOperation["action"]): ChannelOperation["action"] {
  return action === "send" ? "receive" : "send";
}

/** Returns a map key for a source. */
export function placeKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}
