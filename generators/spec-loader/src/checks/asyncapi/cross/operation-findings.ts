import { joinPointer } from "../../../json/json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../json/json-value.ts";
import { followReference } from "../follow.ts";
import {
  type CrossFinding,
  componentEntries,
  type Entry,
  listItems,
  mapEntries,
  objectAt,
  type RuledDocument,
  referenceText,
} from "./ruled-document.ts";

/** Applies the rules for the operations of AsyncAPI 3, which refer to a channel and its messages. */
export function operationFindings(document: RuledDocument): readonly CrossFinding[] {
  const operations = mapEntries(document, document.root, ["operations"]);
  return [
    ...operations.flatMap(channelFindings),
    ...[...operations, ...componentEntries(document, "operations")].flatMap((each) =>
      messageFindings(document, each),
    ),
  ];
}

function channelFindings({ path, object }: Entry): readonly CrossFinding[] {
  const reference = referenceText(object["channel"]);
  if (reference === undefined || reference.includes("#/channels/")) return [];
  return [
    {
      rule: "asyncapi3-required-operation-channel-unambiguity",
      path: [...path, "channel"],
      message: "an operation should refer to a channel under `channels` of the document",
      fix: "Add the channel there, and refer to it as `#/channels/NAME`.",
      isError: false,
    },
  ];
}

function messageFindings(
  document: RuledDocument,
  { path, object }: Entry,
): readonly CrossFinding[] {
  const channel = referenceText(object["channel"]);
  return listItems(object["messages"]).flatMap((message, index) => {
    const target = referenceText(message);
    if (target === undefined) return [];
    if (channel !== undefined && target.startsWith(`${channel}/messages`)) return [];
    const isPlaced = channel !== undefined;
    const name = isPlaced ? nameInChannel(document, object, message) : undefined;
    return [
      {
        rule: "asyncapi3-operation-messages-from-referred-channel",
        path: [...path, "messages", index],
        message: `${JSON.stringify(target)} is not a message of the operation's channel`,
        fix: isPlaced
          ? `Add the message to the channel, and refer to it as ${channel}/messages/NAME.`
          : "Make `channel` refer to the channel that has the message.",
        isError: true,
        ...(name !== undefined && {
          reference: `${channel}${encodeURI(joinPointer("/messages", name))}`,
        }),
      },
    ];
  });
}

/**
 * Returns the name that a channel has for a message. Returns undefined if the channel has no name, or
 * several names, for the message.
 */
function nameInChannel(
  document: RuledDocument,
  operation: JsonObject,
  message: JsonValue,
): string | undefined {
  const wanted = followReference(document.root, message);
  const channel = objectAt(document, operation, "channel");
  const messages = channel && objectAt(document, channel, "messages");
  if (messages === undefined || !isJsonObject(wanted)) return undefined;
  const [name, ...others] = Object.keys(messages).filter(
    (each) => objectAt(document, messages, each) === wanted,
  );
  return others.length === 0 ? name : undefined;
}
