// A channel as a client method, `orders(parameters?, options?)`, and as a function,
// `orders(transport, parameters?, options?)`.

import type { Channel } from "@specwright/contract";
import type { EmitContext, TypeScriptFile } from "@specwright/emit-kit";
import {
  code,
  docComment,
  group,
  groupParameters,
  indent,
  line,
  list,
  modules,
  runtimeModule,
} from "@specwright/emit-kit";
import type { Method } from "./method.ts";

/** Builds the method of one channel; `client` is the name of the interface. */
export function channelMethod(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  client: string,
): Method {
  const { value, type } = context.names.channel(channel);
  const descriptors = file.importNamespace("descriptors", modules.descriptors);
  const types = file.importTypeNamespace("types", modules.types);
  const parameters = code`${types}.${type}Parameters`;
  const messages = ["ServerMessage", "ClientMessage"].map(
    (suffix) => code`${types}.${type}${suffix}`,
  );
  const stream = code`${file.importType("ChannelStream", runtimeModule)}${list("<", messages, ">", { trailing: false })}`;
  const options = code`options?: ${file.importType("StreamOptions", runtimeModule)}`;
  const transport = code`transport: ${file.importType("StreamTransport", runtimeModule)}`;
  const optional = !needsParameters(channel);
  return {
    signature: [
      docComment({
        text: channel.description ?? channel.summary,
        lines: [`${channel.address}`],
        deprecated: channel.deprecated,
        generatedFrom: channel.source,
      }),
      code`${value}${list("(", [code`parameters${optional ? "?" : ""}: ${parameters}`, options], ")")}: ${stream};`,
    ],
    implementation: group(
      code`${value}: (parameters${optional ? " = {}" : ""}, options) =>`,
      indent(line, code`transport.open(${descriptors}.${value}, parameters, options),`),
    ),
    standalone: [
      docComment({
        text: `Opens ${channel.address}, as \`${client}.${value}\` does.`,
        deprecated: channel.deprecated,
        generatedFrom: channel.source,
      }),
      code`export function ${value}${list("(", [transport, code`parameters: ${parameters}${optional ? " = {}" : ""}`, options], ")")}: ${stream} {
  return transport.open(${descriptors}.${value}, parameters, options);
}`,
    ],
  };
}

/**
 * Reports whether opening requires input from the caller. The transport adds the signature headers.
 */
function needsParameters(channel: Channel): boolean {
  return channel.parameterGroups
    .filter((group) => group.in !== "header")
    .flatMap(groupParameters)
    .some((parameter) => parameter.required);
}
