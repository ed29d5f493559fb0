// Prints a channel in two forms: as a method of the client, `orders(parameters?, options?)`, and as a
// function, `orders(transport, parameters?, options?)`.

import {
  addressDefaults,
  type Channel,
  needsParameters,
  servesTopics,
  streamRequests,
} from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { block, code, group, indent, line, list, type Printable } from "../print/printable.ts";
import { messageForms, parameterForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { openingParameters, printFeed } from "./feed-stream.ts";
import type { Method } from "./method.ts";
import { requestMethods } from "./request-methods.ts";

/** Prints the method and the function for one channel; `client` is the name of the client interface. */
export function channelMethod(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  client: string,
): Method {
  const { value } = context.names.channel(channel);
  const types = file.importTypeNamespace("types", modules.types);
  const given = parameterForms(context, channel).written;
  const parameters = parametersType(file, channel, code`${types}.${given}`);
  const opening = printOpening(context, file, channel, parameters);
  const { stream } = opening;
  const options = code`options?: ${file.importType(`${opening.kind}Options`, runtimeModule)}`;
  const transport = code`transport: ${file.importType(`${opening.kind}Transport`, runtimeModule)}`;
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
      indent(line, code`${opening.call},`),
    ),
    ...(opening.before !== undefined && { before: opening.before }),
    standalone: [
      docComment({
        text: `Opens ${channel.address}, like \`${client}.${value}\`.`,
        deprecated: channel.deprecated,
      }),
      code`export function ${value}${list("(", [transport, code`parameters: ${parameters}${optional ? " = {}" : ""}`, options], ")")}: ${stream} {
  return ${opening.call};
}`,
    ],
  };
}

/** The type of an open channel, and the call that opens it. */
interface Opening {
  readonly stream: Printable;
  /** The prefix in the names of the types for options and transport, such as `StreamOptions`. */
  readonly kind: "Stream" | "Feed";
  readonly call: Printable;
  /** The declarations of the type and of the opening function, if they are specific to this channel. */
  readonly before?: Printable;
}

function printOpening(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  parameters: Printable,
): Opening {
  const { value, type } = context.names.channel(channel);
  const descriptors = file.importNamespace("descriptors", modules.descriptors);
  const requests = streamRequests(context.contract, channel);
  const call = `open${type}(transport, parameters, options)`;
  if (servesTopics(channel)) {
    const before = printFeed(context, file, channel, { requests, parameters });
    return { stream: `${type}Feed`, kind: "Feed", call, before };
  }
  const types = file.importTypeNamespace("types", modules.types);
  const messages = [
    messageForms(context, channel, "ServerMessage", channel.sends).read,
    messageForms(context, channel, "ClientMessage", channel.receives).written,
  ].map((name) => code`${types}.${name}`);
  const stream = code`${file.importType("ChannelStream", runtimeModule)}${list("<", messages, ">", { trailing: false })}`;
  if (requests.length === 0) {
    const open = code`transport.open(${descriptors}.${value}, parameters, options)`;
    return { stream, kind: "Stream", call: open };
  }
  const methods = requestMethods(context, file, requests);
  const before = [
    docComment({
      text: `The open channel ${channel.address}, with a method for each request.`,
    }),
    code`export interface ${type}Stream extends ${stream} ${block("{", methods.members, "}")}

function open${type}${openingParameters(file, parameters, "Stream")}: ${type}Stream {
  const { stream, method } = ${methods.open}(${descriptors}.${value}, (replies) =>
    transport.open(${descriptors}.${value}, parameters, { ...options, replies }),
  );
  return Object.assign(stream, ${block("{", methods.created, "}")});
}`,
  ];
  return { stream: `${type}Stream`, kind: "Stream", call, before };
}

/**
 * Prints the type of the parameters that a caller passes. A parameter in the address is optional if it has
 * a default.
 */
function parametersType(file: TypeScriptFile, channel: Channel, type: Printable): Printable {
  const defaults = addressDefaults(channel);
  if (defaults.length === 0) return type;
  const names = defaults.map(stringLiteral).join(" | ");
  return code`${file.importType("WithDefaults", runtimeModule)}<${type}, ${names}>`;
}
