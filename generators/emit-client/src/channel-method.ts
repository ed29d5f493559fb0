// A channel as a client method: `orders(parameters?, options?): ChannelStream<...>`.

import type { Channel } from "@specwright/contract";
import type { EmitContext, TypeScriptFile } from "@specwright/emit-kit";
import {
  code,
  docComment,
  groupParameters,
  list,
  modules,
  runtimeModule,
} from "@specwright/emit-kit";
import type { Method } from "./method.ts";

/** Builds the method of one channel. */
export function channelMethod(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
): Method {
  const { value, type } = context.names.channel(channel);
  const descriptor = file.import(value, modules.descriptors);
  const parametersType = file.importType(`${type}Parameters`, modules.types);
  const stream = file.importType("ChannelStream", runtimeModule);
  const options = file.importType("StreamOptions", runtimeModule);
  const messages = [`${type}ServerMessage`, `${type}ClientMessage`].map((name) =>
    file.importType(name, modules.types),
  );
  const optional = !needsParameters(channel);
  const parameters = [
    code`parameters${optional ? "?" : ""}: ${parametersType}`,
    code`options?: ${options}`,
  ];
  return {
    signature: [
      docComment({
        text: channel.description ?? channel.summary,
        lines: [`${channel.address}`],
        deprecated: channel.deprecated,
        generatedFrom: channel.source,
      }),
      code`${value}${list("(", parameters, ")")}: ${stream}${list("<", messages, ">", { trailing: false })};`,
    ],
    implementation: code`${value}: (parameters${optional ? " = {}" : ""}, options) => transport.open(${descriptor}, parameters, options),`,
  };
}

/** Says whether opening needs anything from the caller. Signature headers come from the transport. */
function needsParameters(channel: Channel): boolean {
  return channel.parameterGroups
    .filter((group) => group.in !== "header")
    .flatMap(groupParameters)
    .some((parameter) => parameter.required);
}
