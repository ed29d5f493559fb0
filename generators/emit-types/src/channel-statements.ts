// Channel Objects: the messages of each direction, and the parameters of the upgrade.

import type { Channel, Message } from "@specwright/contract";
import { code, docComment, type Names, type Printable } from "@specwright/emit-kit";
import { partMembers, partsStatement } from "./operation-statements.ts";
import { printMemberType, typeName, unionOf, unknownType } from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** Prints the message and parameter types of a channel. */
export function channelStatements(reader: TypeReader, names: Names, channel: Channel): Printable[] {
  const { type } = names.channel(channel);
  const place = channel.address ?? channel.id;
  return [
    messagesStatement(
      reader,
      channel,
      `${type}ServerMessage`,
      channel.sends,
      `Is a message the server sends on \`${place}\`.`,
    ),
    messagesStatement(
      reader,
      channel,
      `${type}ClientMessage`,
      channel.receives,
      `Is a message the client sends on \`${place}\`.`,
    ),
    partsStatement(
      docComment({ text: `Holds the parameters of \`${place}\`.`, generatedFrom: channel.source }),
      `${type}Parameters`,
      partMembers(reader, channel.parameterGroups),
    ),
  ];
}

function messagesStatement(
  reader: TypeReader,
  channel: Channel,
  name: string,
  messages: readonly Message[],
  text: string,
): Printable {
  const type = unionOf(
    messages.map(({ payload }) =>
      payload === undefined ? unknownType : typeName(reader.name(payload)),
    ),
  );
  const doc = docComment({ text, generatedFrom: channel.source });
  return code`${doc}export type ${name} =${printMemberType(type)};`;
}
