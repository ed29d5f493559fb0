import type { Message } from "../model/channel.ts";
import { textField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import {
  listItems,
  memberOf,
  type ObjectPlace,
  type Place,
  pointerSegments,
} from "../reading/place.ts";
import type { AsyncApi } from "./asyncapi.ts";
import { readMessage } from "./message-object.ts";

/** Reads `message` of an AsyncAPI 2 operation: one message, or a `oneOf` of several messages. */
export function readOperationMessages(
  asyncapi: AsyncApi,
  operation: ObjectPlace,
  operationId: string,
): Message[] {
  const start = memberOf(operation, "message");
  const single = start === undefined ? undefined : followReference(asyncapi.build, start);
  if (start === undefined || single === undefined) return [];
  const choice = memberOf(single.place, "oneOf");
  const places = choice === undefined ? [start] : listItems(choice);
  return places
    .map((place, index) => {
      const fallback = `${operationId} message${choice === undefined ? "" : ` ${index}`}`;
      const id = messageId(asyncapi, place) ?? fallback;
      return readMessage(asyncapi, place, { id, owner: operationId });
    })
    .filter((message) => message !== undefined);
}

// `messageId` exists since AsyncAPI 2.4. In older versions, the component or the name identifies a message.
function messageId({ build }: AsyncApi, start: Place): string | undefined {
  const place = followReference(build, start)?.place;
  if (place === undefined) return undefined;
  const segments = pointerSegments(place.pointer);
  const component = segments.at(-2) === "messages" ? segments.at(-1) : undefined;
  return textField(build, place, "messageId") ?? component ?? textField(build, place, "name");
}
