// Prints the types of a channel: its messages in each direction, and the parameters of the WebSocket
// upgrade.

import {
  addedParameters,
  brokerFacts,
  type Channel,
  groupParameters,
  isBinaryMessage,
  type Message,
  type ParameterGroup,
  requiredParameters,
  streamChannels,
} from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { code, type Printable } from "../print/printable.ts";
import { messageForms, parameterForms, type TypeForms } from "../print/type-forms.ts";
import { partMembers, partsStatement } from "./operation-statements.ts";
import {
  type Member,
  printMemberType,
  typeMember,
  typeName,
  unionType,
  unknownType,
} from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** A type of a channel, and the function that prints the type for readers or for senders. */
export interface ChannelStatement {
  readonly forms: TypeForms;
  readonly statement: (reader: TypeReader, name: string) => Printable;
}

/** Lists the message and parameter types of a channel. */
export function channelStatements(context: EmitContext, channel: Channel): ChannelStatement[] {
  const place = channel.address ?? channel.id;
  const messages = streamChannels(context.contract).includes(channel)
    ? streamMessages(context, channel, place)
    : brokerMessages(context, channel);
  const parameters = {
    forms: parameterForms(context, channel),
    statement: (reader: TypeReader, name: string) =>
      partsStatement(
        docComment({
          text: `The parameters of \`${place}\`.`,
          generatedFrom: channel.source,
          document: context.contract.file,
        }),
        name,
        [
          ...partMembers(
            reader,
            channel.parameterGroups.filter((group) => !isPartlyAdded(context, channel, group)),
          ),
          ...channel.parameterGroups
            .filter((group) => isPartlyAdded(context, channel, group))
            .flatMap((group) => callerMember(context, reader, channel, group)),
        ],
      ),
  };
  return [...messages, parameters];
}

function streamMessages(context: EmitContext, channel: Channel, place: string): ChannelStatement[] {
  const [server, client] = ["server", "client"].map(
    (side) => `A message that the ${side} sends on \`${place}\`.`,
  );
  return [
    messagesStatement(context, channel, "ServerMessage", channel.sends, [server ?? ""]),
    messagesStatement(context, channel, "ClientMessage", channel.receives, [client ?? ""]),
  ];
}

/**
 * Lists the message types of a channel that uses a message broker. Such a channel has no generated server
 * or client.
 */
function brokerMessages(context: EmitContext, channel: Channel): ChannelStatement[] {
  const { contract } = context;
  const place = channel.address === null ? channel.id : channel.address;
  const facts = brokerFacts(contract, channel).map(({ label, value }) => `${label}: ${value}.`);
  const directions = [
    ["Sent", channel.sends, `A message that the application sends to \`${place}\`.`],
    ["Received", channel.receives, `A message that the application receives from \`${place}\`.`],
  ] as const;
  return directions.flatMap(([suffix, messages, text]) =>
    messages.length === 0
      ? []
      : [messagesStatement(context, channel, suffix, messages, [text, ...facts])],
  );
}

function messagesStatement(
  context: EmitContext,
  channel: Channel,
  suffix: string,
  messages: readonly Message[],
  [text, ...lines]: readonly string[],
): ChannelStatement {
  const doc = docComment({
    text,
    lines,
    generatedFrom: channel.source,
    document: context.contract.file,
  });
  const isStream = streamChannels(context.contract).includes(channel);
  return {
    forms: messageForms(context, channel, suffix, messages),
    statement: (reader, name) => {
      const type = unionType(
        messages.map((message) => {
          const { payload } = message;
          if (isStream && isBinaryMessage(message)) return typeName("Uint8Array");
          return payload === undefined ? unknownType : typeName(reader.name(payload));
        }),
      );
      return code`${doc}export type ${name} =${printMemberType(type)};`;
    },
  };
}

/**
 * Reports whether the transport can add parameters to a group that the caller passes. It can always add
 * headers.
 */
function isPartlyAdded(
  { contract }: EmitContext,
  channel: Channel,
  group: ParameterGroup,
): boolean {
  if (group.in === "header") return true;
  const isAdded = addedParameters(contract, channel);
  return groupParameters(group).some(({ name }) => isAdded(group.in, name));
}

/**
 * Returns the headers or the query that a caller passes for the upgrade. They omit the parameters that the
 * transport sets: those for the signature and for credentials.
 */
function callerMember(
  { contract }: EmitContext,
  reader: TypeReader,
  channel: Channel,
  { in: location, declaration }: ParameterGroup,
): Member[] {
  if (declaration.schema.kind === "boolean") return [];
  const all = [...(declaration.schema.properties?.keys() ?? [])];
  const isAdded = addedParameters(contract, channel);
  const omitted = all.filter((name) => isAdded(location, name));
  if (omitted.length === all.length) return [];
  const name = reader.name(declaration);
  const names = omitted.map(stringLiteral).join(" | ");
  const type = omitted.length === 0 ? name : `Omit<${name}, ${names}>`;
  const { defaults, form } = reader.options;
  const isFilled = form === "read" && defaults.of(declaration.schema).size > 0;
  const isOptional = !isFilled && requiredParameters(contract, channel, location).length === 0;
  return [typeMember(location === "header" ? "headers" : location, isOptional, typeName(type))];
}
