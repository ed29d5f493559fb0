// Prints `server.ts`: the interface that the provider of an API implements, and the tables in which a
// server looks up its handlers.

import {
  type Channel,
  type ChannelOperation,
  type HttpOperation,
  handledChannels,
  type StreamRequest,
  servesTopics,
  streamChannels,
  streamRequests,
} from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import { emitPart } from "../print/emit.ts";
import type { EmitContext, Emitter } from "../print/emitter.ts";
import { messageUnion } from "../print/message-union.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { block, code, list, type Printable } from "../print/printable.ts";
import { schemeNames } from "../print/scheme-names.ts";
import { messageForms, parameterForms, requestForms, responseForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/** Creates the emitter of `server.ts`. */
export function serverEmitter(): Emitter {
  return {
    name: "server",
    skipTypeCheck: true,
    requires: ["types", "descriptors"],
    emit: emitServer,
  };
}

function emitServer(context: EmitContext): void {
  const { contract, names } = context;
  const channels = handledChannels(contract);
  const feeds = streamChannels(contract).filter(
    (channel) => servesTopics(channel) && streamRequests(contract, channel).length > 0,
  );
  if (contract.operations.length + channels.length + feeds.length === 0) return;
  const file = context.typescript("server.ts");
  file.exportFrom(modules.descriptors, [
    ...contract.operations.map((operation) => names.operation(operation).value),
    ...channels.map((channel) => names.channel(channel).value),
  ]);

  if (contract.operations.length > 0) {
    printTable(file, "operations", "OperationDescriptor", schemeNames(contract));
  }
  if (channels.length > 0) printTable(file, "channels", "ChannelDescriptor");
  if (!contract.operations.every(isPublic)) file.print(authenticated);
  for (const feed of feeds) {
    printRequestHandlers(context, file, [feed], names.channel(feed).type);
  }
  if (contract.operations.length + channels.length === 0) return;
  file.print(
    docComment({
      text: `The handlers of ${contract.info.title}, one for each operation and channel. \`Context\` describes the caller.`,
    }),
    code`export interface ${names.api}Handlers<Context = undefined> ${block(
      "{",
      [
        ...contract.operations.map((operation) =>
          emitPart(operation.source, () => printOperationHandler(context, file, operation)),
        ),
        ...channels.map((channel) =>
          emitPart(channel.source, () => printChannelHandler(context, file, channel)),
        ),
      ],
      "}",
    )}`,
  );
  printRequestHandlers(context, file, channels, names.api);
}

const authenticated = `/** The context of an operation that requires a credential: \`principal\` is always defined. */
type Authenticated<Context> = Context extends { readonly principal: infer Principal }
  ? Context & { readonly principal: Exclude<Principal, undefined> }
  : Context;`;

/** Reports whether an operation can be called without a credential. */
function isPublic({ security }: HttpOperation): boolean {
  return security.length === 0 || security.some(({ size }) => size === 0);
}

/** Prints the interface with handlers for the requests of a channel, if it has requests. */
function printRequestHandlers(
  context: EmitContext,
  file: TypeScriptFile,
  channels: readonly Channel[],
  prefix: string,
): void {
  const { contract } = context;
  const members = channels.flatMap((channel) =>
    streamRequests(contract, channel).map((request) =>
      emitPart(request.operation.source, () =>
        printRequestHandler(context, file, channel, request),
      ),
    ),
  );
  if (members.length === 0) return;
  file.print(
    docComment({
      text: `The handlers of requests with a reply of ${contract.info.title}, one for each operation. \`Context\` describes the caller.`,
    }),
    code`export interface ${prefix}RequestHandlers<Context = undefined> ${block("{", members, "}")}`,
  );
}

function printRequestHandler(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  request: StreamRequest,
): Printable {
  const { operation, messages, replies, filled } = request;
  const types = file.importTypeNamespace("types", modules.types);
  const print = (name: string): Printable => code`${types}.${name}`;
  const reply = messageUnion(context, file, replies, {
    print,
    form: "written",
    optional: filled,
  });
  const sends = print(messageForms(context, channel, "ServerMessage", channel.sends).written);
  const parameters = [
    code`request: ${messageUnion(context, file, messages, { print, form: "read" })}`,
    code`parameters: ${print(parameterForms(context, channel).read)}`,
    "context: Context",
    code`connection: ${file.importType("ServerConnection", runtimeModule)}${list("<", [sends], ">", { trailing: false })}`,
  ];
  return [
    handlerDoc(context, operation, `${channel.address}`),
    code`${context.names.request(operation)}${list("(", parameters, ")")}: ${reply} | Promise<${reply}>;`,
  ];
}

/**
 * Prints the table that a server uses. It contains everything that `descriptors.ts` exports, because a
 * document has either operations or channels. The call is marked as pure, so that a bundle that does not
 * use the table does not contain all descriptors.
 */
function printTable(
  file: TypeScriptFile,
  name: string,
  descriptor: string,
  schemes?: string,
): void {
  const type = file.importType(descriptor, runtimeModule);
  const module = file.importNamespace("descriptors", modules.descriptors);
  // Only the type names the schemes, so that a server must have a verifier for each scheme.
  const table = code`readonly ${type}[]`;
  const named =
    schemes === undefined
      ? table
      : code`${table} & ${block("{", [`readonly schemes?: ${schemes};`], "}")}`;
  file.print(code`/** Every ${name.slice(0, -1)} of the contract. */
export const ${name}: ${named} =
  /* @__PURE__ */ Object.values<${type}>(${module});`);
}

function printOperationHandler(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Printable {
  const { value } = context.names.operation(operation);
  const types = file.importTypeNamespace("types", modules.types);
  const request = code`${types}.${requestForms(context, operation).read}`;
  const response = code`${types}.${responseForms(context, operation).written}`;
  const caller = isPublic(operation) ? "Context" : "Authenticated<Context>";
  const parameters = [code`request: ${request}`, code`context: ${caller}`];
  return [
    handlerDoc(context, operation, `${operation.method.toUpperCase()} ${operation.path}`),
    code`${value}${list("(", parameters, ")")}: ${response} | Promise<${response}>;`,
  ];
}

function printChannelHandler(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
): Printable {
  const { value } = context.names.channel(channel);
  const types = file.importTypeNamespace("types", modules.types);
  const sent = messageForms(context, channel, "ServerMessage", channel.sends).written;
  const received = messageForms(context, channel, "ClientMessage", channel.receives).read;
  const given = parameterForms(context, channel).read;
  const handled = streamRequests(context.contract, channel).flatMap(({ messages }) => messages);
  // If a channel only receives requests, it needs no handler in addition to the handlers of the requests.
  const isOptional =
    handled.length > 0 && channel.receives.every((message) => handled.includes(message));
  const stream = file.importType("ServerStream", runtimeModule);
  const messages = [sent, received].map((name) => code`${types}.${name}`);
  const parameters = [
    code`stream: ${stream}${list("<", messages, ">", { trailing: false })}`,
    code`parameters: ${types}.${given}`,
    "context: Context",
  ];
  return [
    handlerDoc(context, channel, `${channel.address}`),
    code`${value}${isOptional ? "?" : ""}${list("(", parameters, ")")}: void | Promise<void>;`,
  ];
}

/** Prints a doc comment with the summary and the address of an operation. */
function handlerDoc(
  { emitters }: EmitContext,
  { summary, description, deprecated }: HttpOperation | Channel | ChannelOperation,
  place: string,
): Printable {
  // The doc comment of the client's method contains the full description.
  const isShort = emitters.has("client") && summary !== undefined;
  return docComment({
    summary,
    text: isShort ? undefined : description,
    lines: [place],
    deprecated,
  });
}
