// Channel Objects: the messages of each direction, and the parameters of the upgrade.

import type { Channel, Message } from "@specwright/contract";
import {
  addedHeaders,
  brokerFacts,
  code,
  docComment,
  type EmitContext,
  type Printable,
  requiredHeaders,
  streamChannels,
  stringLiteral,
} from "@specwright/emit-kit";
import { unionOf } from "./combine-types.ts";
import { partMembers, partsStatement } from "./operation-statements.ts";
import { printMemberType } from "./print-type.ts";
import { type Member, member, typeName, unknownType } from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** Prints the message and parameter types of a channel. */
export function channelStatements(
  context: EmitContext,
  reader: TypeReader,
  channel: Channel,
): Printable[] {
  const { type } = context.names.channel(channel);
  const place = channel.address ?? channel.id;
  const messages = streamChannels(context.contract).includes(channel)
    ? streamMessages(reader, channel, type, place)
    : brokerMessages(context, reader, channel, type);
  return [
    ...messages,
    partsStatement(
      docComment({ text: `The parameters of \`${place}\`.`, generatedFrom: channel.source }),
      `${type}Parameters`,
      [
        ...partMembers(
          reader,
          channel.parameterGroups.filter((group) => group.in !== "header"),
        ),
        ...headersMember(context, reader, channel),
      ],
    ),
  ];
}

function streamMessages(
  reader: TypeReader,
  channel: Channel,
  type: string,
  place: string,
): Printable[] {
  const [server, client] = ["server", "client"].map(
    (side) => `A message that the ${side} sends on \`${place}\`.`,
  );
  return [
    messagesStatement(reader, channel, `${type}ServerMessage`, channel.sends, [server ?? ""]),
    messagesStatement(reader, channel, `${type}ClientMessage`, channel.receives, [client ?? ""]),
  ];
}

/** Prints the messages of a channel that a broker carries: there is no server and no client. */
function brokerMessages(
  { contract }: EmitContext,
  reader: TypeReader,
  channel: Channel,
  type: string,
): Printable[] {
  const place = channel.address === null ? channel.id : channel.address;
  const facts = brokerFacts(contract, channel).map(({ label, value }) => `${label}: ${value}.`);
  const directions = [
    ["Sent", channel.sends, `A message that the application sends to \`${place}\`.`],
    ["Received", channel.receives, `A message that the application receives from \`${place}\`.`],
  ] as const;
  return directions.flatMap(([suffix, messages, text]) =>
    messages.length === 0
      ? []
      : [messagesStatement(reader, channel, `${type}${suffix}`, messages, [text, ...facts])],
  );
}

function messagesStatement(
  reader: TypeReader,
  channel: Channel,
  name: string,
  messages: readonly Message[],
  [text, ...lines]: readonly string[],
): Printable {
  const type = unionOf(
    messages.map(({ payload }) =>
      payload === undefined ? unknownType : typeName(reader.name(payload)),
    ),
  );
  const doc = docComment({ text, lines, generatedFrom: channel.source });
  return code`${doc}export type ${name} =${printMemberType(type)};`;
}

/**
 * Returns the headers that a caller adds to the upgrade, without those that the transport sets: of
 * the signature and of credentials.
 */
function headersMember({ contract }: EmitContext, reader: TypeReader, channel: Channel): Member[] {
  const declaration = channel.parameterGroups.find((group) => group.in === "header")?.declaration;
  if (declaration === undefined || declaration.schema.kind === "boolean") return [];
  const all = [...(declaration.schema.properties?.keys() ?? [])];
  const added = addedHeaders(contract, channel);
  const omitted = all.filter((name) => added.has(name.toLowerCase()));
  if (omitted.length === all.length) return [];
  const name = reader.name(declaration);
  const names = omitted.map(stringLiteral).join(" | ");
  const type = omitted.length === 0 ? name : `Omit<${name}, ${names}>`;
  const isOptional = requiredHeaders(contract, channel).length === 0;
  return [member("headers", isOptional, typeName(type))];
}
