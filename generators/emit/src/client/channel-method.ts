// A channel as a client method, `orders(parameters?, options?)`, and as a function,
// `orders(transport, parameters?, options?)`.

import {
  addressDefaults,
  type Channel,
  needsParameters,
  type StreamRequest,
  streamRequests,
} from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { block, code, group, indent, line, list, type Printable } from "../print/printable.ts";
import { messageForms, parameterForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import type { Method } from "./method.ts";
import { requestMethods } from "./request-methods.ts";

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
  const given = parameterForms(context, channel).written;
  const parameters = parametersType(file, channel, code`${types}.${given}`);
  const messages = [
    messageForms(context, channel, "ServerMessage", channel.sends).read,
    messageForms(context, channel, "ClientMessage", channel.receives).written,
  ].map((name) => code`${types}.${name}`);
  const plain = code`${file.importType("ChannelStream", runtimeModule)}${list("<", messages, ">", { trailing: false })}`;
  const requests = streamRequests(context.contract, channel);
  const stream = requests.length > 0 ? `${type}Stream` : plain;
  const options = code`options?: ${file.importType("StreamOptions", runtimeModule)}`;
  const transport = code`transport: ${file.importType("StreamTransport", runtimeModule)}`;
  const optional = !needsParameters(context.contract, channel);
  return {
    signature: [
      docComment({
        summary: channel.summary,
        text: channel.description,
        lines: [`${channel.address}`],
        deprecated: channel.deprecated,
      }),
      code`${value}${list("(", [code`parameters${optional ? "?" : ""}: ${parameters}`, options], ")")}: ${stream};`,
    ],
    implementation: group(
      code`${value}: (parameters${optional ? " = {}" : ""}, options) =>`,
      indent(
        line,
        requests.length > 0
          ? `open${type}(transport, parameters, options),`
          : code`transport.open(${descriptors}.${value}, parameters, options),`,
      ),
    ),
    ...(requests.length > 0 && {
      before: requestStream(context, file, { channel, plain, requests, parameters }),
    }),
    standalone: [
      docComment({
        text: `Opens ${channel.address}, as \`${client}.${value}\` does.`,
        deprecated: channel.deprecated,
      }),
      code`export function ${value}${list("(", [transport, code`parameters: ${parameters}${optional ? " = {}" : ""}`, options], ")")}: ${stream} {
  return ${
    requests.length > 0
      ? `open${type}(transport, parameters, options)`
      : code`transport.open(${descriptors}.${value}, parameters, options)`
  };
}`,
    ],
  };
}

/** Prints the type of an open channel with its requests, and the function that opens it. */
function requestStream(
  context: EmitContext,
  file: TypeScriptFile,
  input: {
    readonly channel: Channel;
    readonly plain: Printable;
    readonly requests: readonly StreamRequest[];
    readonly parameters: Printable;
  },
): Printable {
  const { channel, plain, requests, parameters } = input;
  const { value, type } = context.names.channel(channel);
  const descriptors = file.importNamespace("descriptors", modules.descriptors);
  const methods = requestMethods(context, file, requests);
  const signature = list(
    "(",
    [
      code`transport: ${file.importType("StreamTransport", runtimeModule)}`,
      code`parameters: ${parameters}`,
      code`options?: ${file.importType("StreamOptions", runtimeModule)}`,
    ],
    ")",
  );
  return [
    docComment({
      text: `The open channel ${channel.address}, with a method for each request.`,
    }),
    code`export interface ${type}Stream extends ${plain} ${block("{", methods.members, "}")}

function open${type}${signature}: ${type}Stream {
  const { stream, method } = ${methods.open}(${descriptors}.${value}, (replies) =>
    transport.open(${descriptors}.${value}, parameters, { ...options, replies }),
  );
  return Object.assign(stream, ${block("{", methods.created, "}")});
}`,
  ];
}

/** Prints the type of what a caller gives: what has a default in the address may be left out. */
function parametersType(file: TypeScriptFile, channel: Channel, type: Printable): Printable {
  const defaults = addressDefaults(channel);
  if (defaults.length === 0) return type;
  const names = defaults.map(stringLiteral).join(" | ");
  return code`${file.importType("WithDefaults", runtimeModule)}<${type}, ${names}>`;
}
