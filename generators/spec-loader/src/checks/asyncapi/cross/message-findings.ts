import { isJsonObject, type JsonObject } from "../../../json/json-value.ts";
import {
  type CrossFinding,
  type Entry,
  listEntries,
  mapEntries,
  objectAt,
  type RuledDocument,
} from "./ruled-document.ts";

/** Finds messages of AsyncAPI 2 with a `messageId` that another message has. */
export function messageFindings(document: RuledDocument): readonly CrossFinding[] {
  const owners = new Map<string, JsonObject>();
  return operationMessages(document).flatMap(({ path, object }) => {
    const { messageId } = object;
    if (typeof messageId !== "string") return [];
    const owner = owners.get(messageId) ?? object;
    owners.set(messageId, owner);
    // Several operations may refer to the same message.
    if (owner === object) return [];
    return [
      {
        rule: "asyncapi2-message-messageId-uniqueness",
        path: [...path, "messageId"],
        message: `another message already has the messageId ${JSON.stringify(messageId)}`,
        fix: "Give each message a messageId of its own.",
        isError: false,
      },
    ];
  });
}

/**
 * Returns the messages of all operations in AsyncAPI 2. Returns each alternative of a `oneOf` separately.
 */
export function operationMessages(document: RuledDocument): readonly Entry[] {
  return channelOperations(document).flatMap(({ path, object }): readonly Entry[] => {
    const name = "message";
    const message = objectAt(document, object, name);
    if (message === undefined) return [];
    const at = [...path, name];
    if (message["oneOf"] === undefined) return [{ name, path: at, object: message }];
    return listEntries(document, message, [...at, "oneOf"]);
  });
}

/** Returns the operations of AsyncAPI 2: `publish` and `subscribe` of each channel. */
export function channelOperations(document: RuledDocument): readonly Entry[] {
  return mapEntries(document, document.root, ["channels"]).flatMap(({ path, object: channel }) =>
    ["subscribe", "publish"].flatMap((name) => {
      const object = objectAt(document, channel, name);
      return isJsonObject(object) ? [{ name, path: [...path, name], object }] : [];
    }),
  );
}
