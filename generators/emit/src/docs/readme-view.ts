// Prepares the data for the README.

import {
  formatProse,
  inlineProse,
  markdown,
  markdownCode,
  needsParameters,
  streamChannels,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { transportOptions } from "./transport-options.ts";
import { schemaAnchor } from "./type-text.ts";

/** The data for the README. */
export interface ReadmeView {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly client: string;
  /**
   * The call that opens the first channel with a generated client; missing if there is no such channel.
   */
  readonly opening?: { readonly options: string; readonly call: string };
  readonly operations: readonly RowView[];
  readonly channels: readonly RowView[];
  readonly servers: readonly { readonly url: string; readonly notes: string }[];
  readonly security: readonly {
    readonly name: string;
    readonly type: string;
    readonly notes: string;
  }[];
}

/** A row in the table of operations or of channels. */
export interface RowView {
  readonly name: string;
  readonly anchor: string;
  readonly place: string;
  readonly notes: string;
}

/** Returns the data for the README. */
export function readmeView({ contract, names }: EmitContext): ReadmeView {
  const { info, operations, channels, servers, securitySchemes } = contract;
  const [first] = streamChannels(contract);
  return {
    title: markdown(info.title),
    version: markdownCode(info.version),
    description: formatProse(info.description ?? info.summary),
    client: `create${names.api}Client`,
    ...(first !== undefined && {
      opening: {
        options: transportOptions(contract, first),
        call: `${names.channel(first).value}(${needsParameters(contract, first) ? "parameters" : ""})`,
      },
    }),
    operations: operations.map((operation) => ({
      name: names.operation(operation).value,
      anchor: schemaAnchor(names.operation(operation).value),
      place: markdownCode(`${operation.method.toUpperCase()} ${operation.path}`),
      notes: inlineProse(operation.summary) + (operation.deprecated ? " *Deprecated.*" : ""),
    })),
    channels: channels.map((channel) => ({
      name: names.channel(channel).value,
      anchor: schemaAnchor(names.channel(channel).value),
      place: channel.address === null ? "" : markdownCode(channel.address),
      notes:
        inlineProse(channel.summary ?? channel.title) +
        (channel.deprecated ? " *Deprecated.*" : ""),
    })),
    servers: servers.map(({ url, description }) => ({
      url: markdownCode(url),
      notes: inlineProse(description),
    })),
    security: securitySchemes.map(({ id, type, description }) => ({
      name: markdownCode(id),
      type: markdown(type),
      notes: inlineProse(description),
    })),
  };
}
