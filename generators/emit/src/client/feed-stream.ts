// Prints the type of an open channel with topics. It has a method for each kind of topic, and for each
// operation with a reply.

import type { Channel, Message, StreamRequest, Topic, TopicParameter } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { literal, propertyKey, stringLiteral } from "../print/literal.ts";
import { messageUnion } from "../print/message-union.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { block, code, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { type RequestMethods, requestMethods } from "./request-methods.ts";

/** The requests and the parameters of a channel with topics. */
export interface FeedParts {
  readonly requests: readonly StreamRequest[];
  readonly parameters: Printable;
}

/** Prints the parameter list of a function that opens a channel. */
export function openingParameters(
  file: TypeScriptFile,
  parameters: Printable,
  kind: "Stream" | "Feed",
): Printable {
  return list(
    "(",
    [
      code`transport: ${file.importType(`${kind}Transport`, runtimeModule)}`,
      code`parameters: ${parameters}`,
      code`options?: ${file.importType(`${kind}Options`, runtimeModule)}`,
    ],
    ")",
  );
}

/** Prints the type of an open channel with topics, and the function that opens the channel. */
export function printFeed(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  { requests: asked, parameters: given }: FeedParts,
): Printable {
  const { value, type } = context.names.channel(channel);
  const descriptors = file.importNamespace("descriptors", modules.descriptors);
  const base = file.importType("FeedStream", runtimeModule);
  const methods = channel.topics.map((topic) => ({
    topic,
    name: context.names.topic(topic),
    parameters: printParameters(topic),
    optional: topic.parameters.every((parameter) => parameter.default !== undefined),
    message: printMessages(context, file, channel, topic),
    stream: file.importType(topic.hasBook ? "BookStream" : "TopicStream", runtimeModule),
    subscribe: topic.hasBook ? "subscribeBook" : "subscribe",
  }));
  const requests = asked.length > 0 ? requestMethods(context, file, asked) : undefined;
  const also = requests === undefined ? "" : " and each request";
  return [
    docComment({
      text: `The open feed ${channel.address}, with a method for each kind of topic${also}.`,
    }),
    code`export interface ${type}Feed extends ${base} ${block(
      "{",
      [
        ...methods.map(({ topic, name, parameters, optional, message, stream }) => [
          docComment({
            text: topic.description ?? `Subscribes to ${topic.name}.`,
            lines: topic.isPrivate ? ["Needs the `credentials` of the transport."] : [],
          }),
          code`${name}(parameters${optional ? "?" : ""}: ${parameters}): ${stream}<${message}>;`,
        ]),
        ...(requests?.members ?? []),
      ],
      "}",
    )}

function open${type}${openingParameters(file, given, "Feed")}: ${type}Feed {
  ${printOpening(code`${descriptors}.${value}`, requests)}
  return Object.assign(feed, ${block(
    "{",
    [
      ...methods.map(
        ({ topic, name, parameters, optional, message, subscribe }) =>
          code`${name}: (parameters: ${parameters}${optional ? " = {}" : ""}) =>
      feed.${subscribe}<${message}>(${stringLiteral(topic.name)}, parameters),`,
      ),
      ...(requests?.created ?? []),
    ],
    "}",
  )});
}`,
  ];
}

function printOpening(descriptor: Printable, requests: RequestMethods | undefined): Printable {
  if (requests === undefined)
    return code`const feed = transport.openFeed(${descriptor}, parameters, options);`;
  return code`const { stream: feed, method } = ${requests.open}(${descriptor}, (replies) =>
  transport.openFeed(${descriptor}, parameters, { ...options, replies }),
);`;
}

function printParameters({ parameters }: Topic): Printable {
  return list(
    "{",
    parameters.map((parameter) => {
      const mark = parameter.default === undefined ? "" : "?";
      return code`readonly ${propertyKey(parameter.name)}${mark}: ${printType(parameter)}`;
    }),
    "}",
    { padding: true },
  );
}

function printType({ type, enum: words }: TopicParameter): Printable {
  if (words !== undefined) {
    return words
      .map((word) => (typeof word === "bigint" ? String(word) : literal(word as string)))
      .join(" | ");
  }
  return type === "integer" ? "number" : type;
}

function printMessages(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  { messages }: Topic,
): Printable {
  const types = file.importTypeNamespace("types", modules.types);
  const own: readonly Message[] = channel.messages.filter(({ id }) => messages.includes(id));
  return messageUnion(context, file, own, {
    print: (name) => code`${types}.${name}`,
    form: "read",
  });
}
