import {
  type CrossFinding,
  componentsOf,
  type Entry,
  entriesOf,
  listOf,
  type RuledDocument,
  referenceText,
} from "./ruled-document.ts";

/** Applies the rules for the operations of AsyncAPI 3, which refer to a channel and its messages. */
export function operationFindings(document: RuledDocument): readonly CrossFinding[] {
  const operations = entriesOf(document, document.root, ["operations"]);
  return [
    ...operations.flatMap(channelFindings),
    ...[...operations, ...componentsOf(document, "operations")].flatMap(messageFindings),
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

function messageFindings({ path, object }: Entry): readonly CrossFinding[] {
  const channel = referenceText(object["channel"]);
  return listOf(object["messages"]).flatMap((message, index) => {
    const target = referenceText(message);
    if (target === undefined) return [];
    if (channel !== undefined && target.startsWith(`${channel}/messages`)) return [];
    const isPlaced = channel !== undefined;
    return [
      {
        rule: "asyncapi3-operation-messages-from-referred-channel",
        path: [...path, "messages", index],
        message: `${JSON.stringify(target)} is no message of the channel of the operation`,
        fix: isPlaced
          ? `Add the message to the channel, and refer to it as ${channel}/messages/NAME.`
          : "Let `channel` refer to the channel that has the message.",
        isError: true,
      },
    ];
  });
}
