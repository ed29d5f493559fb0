// Converts the channels of AsyncAPI 2 to channels and operations of AsyncAPI 3. In AsyncAPI 2, the key of a
// channel is its address, and each channel contains its operations.

import { joinPointer } from "../../json/json-pointer.ts";
import type { Converter } from "../converter.ts";
import {
  holdsObject,
  itemsAt,
  keptPart,
  listPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
  textAt,
} from "../part.ts";
import { type ChannelMessage, operationMessages } from "./message.ts";
import { convertOperation, namedAfter, operationIdOf, type Verb } from "./operation.ts";
import { rootReference } from "./security.ts";

/**
 * The converted channels and operations. `moved` are the places of shared channels that an address refers
 * to.
 */
export interface ConvertedChannels {
  readonly channels: Part;
  readonly operations: ReadonlyMap<string, Part>;
  readonly moved: ReadonlySet<string>;
}

/** The document and section to which channels are converted. */
interface ChannelContext {
  readonly converter: Converter;
  readonly root: Place;
  /** The pointer of the section that contains the converted channels. */
  readonly section: string;
  readonly operations: Map<string, Part>;
}

/**
 * Converts the channels of a document. Replaces a channel that is a reference by its target. Adds the
 * address to each channel.
 */
export function convertChannels(
  converter: Converter,
  root: Place,
  channels: Place,
): ConvertedChannels {
  const operations = new Map<string, Part>();
  const context = { converter, root, section: "/channels", operations };
  const moved = new Set<string>();
  const converted = membersAt(channels).map(([address, place]) => {
    const target = converter.follow(place);
    if (target === undefined) return [address, keptPart(place)] as const;
    const key = `${target.file.spec.file}#${target.pointer}`;
    const isCopy = moved.has(key);
    if (target.pointer !== place.pointer || target.file !== place.file) moved.add(key);
    const beside =
      target.pointer === place.pointer && target.file === place.file ? undefined : place;
    const channel = convertChannel(context, target, address, address, beside);
    return [address, { ...channel, ...(isCopy && { isCopy }) }] as const;
  });
  return { channels: objectPart(channels, converted), operations, moved };
}

/** Converts the shared channels to which no address refers. */
export function convertSharedChannels(
  converter: Converter,
  root: Place,
  channels: Place,
  moved: ReadonlySet<string>,
): Omit<ConvertedChannels, "moved"> {
  const operations = new Map<string, Part>();
  const context = { converter, root, section: "/components/channels", operations };
  const converted = membersAt(channels)
    .filter(([, { file, pointer }]) => !moved.has(`${file.spec.file}#${pointer}`))
    .map(([name, place]) => {
      const part = holdsObject(place)
        ? convertChannel(context, place, name, null)
        : keptPart(place);
      return [name, part] as const;
    });
  return { channels: objectPart(channels, converted), operations };
}

function convertChannel(
  context: ChannelContext,
  place: ObjectPlace,
  key: string,
  address: string | null,
  beside?: Place,
): Part & { readonly is: "object" } {
  const { converter, root, section } = context;
  const pointer = joinPointer(section, key);
  const found = (["publish", "subscribe"] as const).flatMap((verb) => {
    const operation = memberAt(place, verb) ?? (beside && memberAt(beside, verb));
    if (!holdsObject(operation)) return [];
    const id = operationIdOf(converter, operation) ?? namedAfter(verb, key);
    return [{ verb, operation, id, messages: operationMessages(converter, operation, id) }];
  });
  const messages = uniteMessages(
    converter,
    found.flatMap((each) => each.messages),
  );
  for (const { verb, operation, id, messages: own } of found) {
    const refs = own.map((message) => {
      const name = messages.get(placeKey(converter, message.place))?.key ?? message.key;
      return referenceTo(root, message.place, joinPointer(pointer, "messages", name));
    });
    const channel = referenceTo(root, operation, pointer);
    addOperation(context, id, verb, operation, channel, messages.size > 0 ? refs : undefined);
  }
  const members: (readonly [string, Part])[] = [["address", scalarPart(place, address)]];
  if (messages.size > 0) {
    const parts = [...messages.values()].map(
      (each) => [each.key, converter.convert("Message", each.place)] as const,
    );
    members.push(["messages", objectPart(place, parts)]);
  }
  // AsyncAPI 2 allows members beside the `$ref` of a channel. If the target has the same member, the
  // target's value is used.
  const added = beside === undefined ? [] : channelMembers(converter, root, beside);
  return objectPart(place, [...members, ...added, ...channelMembers(converter, root, place)]);
}

/** Returns a reference to a value of the converted document. */
function referenceTo(root: Place, from: Place, pointer: string): Part {
  const at = { file: root.file, pointer: from.pointer };
  const reference = `#${encodeURI(pointer).replaceAll("#", "%23")}`;
  return objectPart(at, { $ref: { is: "link", from: at, reference, target: undefined } });
}

function addOperation(
  { converter, root, operations }: ChannelContext,
  id: string,
  verb: Verb,
  place: ObjectPlace,
  channel: Part,
  messages: readonly Part[] | undefined,
): void {
  let key = id;
  for (let count = 2; operations.has(key); count += 1) key = `${id}${count}`;
  if (key !== id) {
    const message = `the operation ${JSON.stringify(id)} is renamed to ${JSON.stringify(key)}, because the name is taken`;
    converter.report("CONVERT_RENAMED", place, message);
  }
  const options = { verb, channel, ...(messages !== undefined && { messages }) };
  operations.set(key, convertOperation(converter, root, place, options));
}

/**
 * Returns the messages of a channel without repeats. Renames a message if a different message has the same
 * key.
 */
function uniteMessages(
  converter: Converter,
  messages: readonly ChannelMessage[],
): ReadonlyMap<string, ChannelMessage> {
  const united = new Map<string, ChannelMessage>();
  const keys = new Set<string>();
  for (const { key, place } of messages) {
    const id = placeKey(converter, place);
    if (united.has(id)) continue;
    let own = key;
    for (let count = 2; keys.has(own); count += 1) own = `${key}${count}`;
    if (own !== key) {
      const message = `the message ${JSON.stringify(key)} is renamed to ${JSON.stringify(own)}, because the channel already has that name`;
      converter.report("CONVERT_RENAMED", place, message);
    }
    keys.add(own);
    united.set(id, { key: own, place });
  }
  return united;
}

function placeKey(converter: Converter, start: Place): string {
  const { file, pointer } = converter.follow(start) ?? start;
  return `${file.spec.file}#${pointer}`;
}

/** Converts the members of a channel, except its operations. */
export function channelMembers(
  converter: Converter,
  root: Place,
  place: Place,
): ReadonlyMap<string, Part> {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key === "publish" || key === "subscribe" || key === "$ref") continue;
    if (key === "deprecated") members.set("x-deprecated", keptPart(member));
    else if (key === "servers") {
      const servers = itemsAt(member).map((item) =>
        rootReference(root, item, joinPointer("/servers", textAt(item) ?? "")),
      );
      members.set(key, listPart(member, servers));
    } else members.set(key, converter.field("Channel", key, member));
  }
  return members;
}
