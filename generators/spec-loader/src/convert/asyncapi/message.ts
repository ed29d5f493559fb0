import { asyncapi2Grammar } from "../../grammar/asyncapi-2.ts";
import { foreignFormat } from "../../grammar/shape.ts";
import { pointerTokens } from "../../json/json-pointer.ts";
import type { Converter } from "../converter.ts";
import {
  itemsAt,
  keptPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  textAt,
} from "../part.ts";
import { applyOverrides } from "./traits.ts";

/**
 * The schema formats of AsyncAPI. AsyncAPI 3 assumes this format if a schema does not declare a format.
 */
const OWN_FORMAT = /^application\/vnd\.aai\.asyncapi(?:[+;]|$)/;

/** Converts a message. Moves the format of its payload into the payload. */
export function convertMessage(converter: Converter, place: ObjectPlace): Part {
  const members = new Map<string, Part>();
  const format = memberAt(place, "schemaFormat");
  for (const [key, member] of membersAt(place)) {
    if (key === "payload") members.set(key, convertPayload(converter, place, member, format));
    else if (key !== "schemaFormat" && key !== "messageId" && key !== "oneOf") {
      members.set(key, converter.field("Message", key, member));
    }
  }
  applyOverrides(converter, "Message", place, members);
  return objectPart(place, members);
}

function convertPayload(
  converter: Converter,
  message: ObjectPlace,
  payload: Place,
  format: Place | undefined,
): Part {
  const kind = asyncapi2Grammar.kinds.get("Message");
  const isForeign = kind !== undefined && foreignFormat(kind, message.value) !== undefined;
  const schema = isForeign ? keptPart(payload) : converter.field("Message", "payload", payload);
  if (format === undefined || OWN_FORMAT.test(textAt(format) ?? "")) return schema;
  return objectPart(message, { schemaFormat: keptPart(format), schema });
}

/** Converts a message trait. In AsyncAPI 3, a trait cannot declare the format of a payload. */
export function convertMessageTrait(converter: Converter, place: ObjectPlace): Part {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key === "schemaFormat" && !OWN_FORMAT.test(textAt(member) ?? "")) {
      const message = "a trait has no `schemaFormat` in AsyncAPI 3; it is left out";
      const fix = "Move it into the messages: their payload takes `schemaFormat` and `schema`.";
      converter.report("CONVERT_LOST", member, message, fix);
    } else if (key !== "schemaFormat" && key !== "messageId") {
      members.set(key, converter.field("MessageTrait", key, member));
    }
  }
  return objectPart(place, members);
}

/** A message, and its key in a channel. */
export interface ChannelMessage {
  readonly key: string;
  readonly place: Place;
}

/** Lists the messages of an operation: a single message, or all alternatives of a `oneOf`. */
export function operationMessages(
  converter: Converter,
  operation: Place,
  operationId: string,
): readonly ChannelMessage[] {
  const start = memberAt(operation, "message");
  const target = start && converter.follow(start);
  if (start === undefined || target === undefined) return [];
  const isChoice = memberAt(target, "oneOf") !== undefined;
  return listChoices(converter, start).map((place, index) => {
    const number = isChoice ? String(index) : "";
    return { key: messageKey(converter, place) ?? `${operationId}Message${number}`, place };
  });
}

/**
 * Lists the alternatives of a `oneOf`, which may be nested. Returns any other message as the only item.
 */
function listChoices(
  converter: Converter,
  start: Place,
  within: readonly string[] = [],
): readonly Place[] {
  const target = converter.follow(start);
  const choice = target && memberAt(target, "oneOf");
  if (target === undefined || choice === undefined) return [start];
  const key = `${target.file.url}#${target.pointer}`;
  if (within.includes(key)) return [];
  return itemsAt(choice).flatMap((each) => listChoices(converter, each, [...within, key]));
}

function messageKey(converter: Converter, start: Place): string | undefined {
  const place = converter.follow(start);
  if (place === undefined) return undefined;
  const tokens = pointerTokens(place.pointer) ?? [];
  const component = tokens.at(-2) === "messages" ? tokens.at(-1) : undefined;
  return textAt(memberAt(place, "messageId")) ?? component ?? textAt(memberAt(place, "name"));
}
