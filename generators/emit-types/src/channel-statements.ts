// Channel Objects: the messages of each direction, and the parameters of the upgrade.

import type { Channel, Message } from "@specwright/contract";
import { code, docComment, type Names, type Printable, stringLiteral } from "@specwright/emit-kit";
import { unionOf } from "./combine-types.ts";
import { partMembers, partsStatement } from "./operation-statements.ts";
import { printMemberType } from "./print-type.ts";
import { type Member, member, typeName, unknownType } from "./type-expression.ts";
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
      `A message that the server sends on \`${place}\`.`,
    ),
    messagesStatement(
      reader,
      channel,
      `${type}ClientMessage`,
      channel.receives,
      `A message that the client sends on \`${place}\`.`,
    ),
    partsStatement(
      docComment({ text: `The parameters of \`${place}\`.`, generatedFrom: channel.source }),
      `${type}Parameters`,
      [
        ...partMembers(
          reader,
          channel.parameterGroups.filter((group) => group.in !== "header"),
        ),
        ...headersMember(reader, channel),
      ],
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

/**
 * Returns the headers that a caller may add to the upgrade. The transport sets those of the
 * signature and possibly others, so none is required from the caller.
 */
function headersMember(reader: TypeReader, channel: Channel): Member[] {
  const declaration = channel.parameterGroups.find((group) => group.in === "header")?.declaration;
  if (declaration === undefined || declaration.schema.kind === "boolean") return [];
  const all = [...(declaration.schema.properties?.keys() ?? [])];
  const signed = new Set(Object.values(channel.signature?.headers ?? {}).map(lowerCase));
  const omitted = all.filter((name) => signed.has(lowerCase(name)));
  if (omitted.length === all.length) return [];
  const name = reader.name(declaration);
  const names = omitted.map(stringLiteral).join(" | ");
  const type = omitted.length === 0 ? name : `Omit<${name}, ${names}>`;
  return [member("headers", true, typeName(type))];
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
