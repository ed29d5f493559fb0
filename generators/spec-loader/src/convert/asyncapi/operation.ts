import type { Converter } from "../converter.ts";
import {
  itemsAt,
  keptPart,
  listPart,
  memberAt,
  membersAt,
  type ObjectPart,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
  textAt,
} from "../part.ts";
import { convertSecurity } from "./security.ts";
import { applyOverrides } from "./traits.ts";

/**
 * The AsyncAPI 3 action for each AsyncAPI 2 verb. `publish` means that others publish and the application
 * receives. `subscribe` means that others subscribe and the application sends.
 */
const actions = { publish: "receive", subscribe: "send" } as const;

/** The verb of an operation of AsyncAPI 2. */
export type Verb = keyof typeof actions;

/** Converts an operation of an AsyncAPI 2 channel. */
export function convertOperation(
  converter: Converter,
  root: Place,
  place: ObjectPlace,
  {
    verb,
    channel,
    messages,
  }: { readonly verb: Verb; readonly channel: Part; readonly messages?: readonly Part[] },
): ObjectPart {
  const rest = new Map<string, Part>();
  const convert = (key: string, member: Place): Part =>
    key === "security"
      ? convertSecurity(converter, root, member)
      : converter.field("Operation", key, member);
  for (const [key, member] of membersAt(place)) {
    if (key === "deprecated") rest.set("x-deprecated", keptPart(member));
    else if (key !== "operationId" && key !== "message") rest.set(key, convert(key, member));
  }
  applyOverrides(converter, "Operation", place, rest, convert);
  return objectPart(place, [
    ["action", scalarPart(place, actions[verb])],
    ["channel", channel],
    ...(messages === undefined ? [] : [["messages", listPart(place, messages)] as const]),
    ...rest,
  ]);
}

export function convertOperationTrait(converter: Converter, root: Place, place: ObjectPlace): Part {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key === "security") members.set(key, convertSecurity(converter, root, member));
    else if (key === "operationId") {
      const message = "a trait has no `operationId` in AsyncAPI 3; it is left out";
      converter.report("CONVERT_DROPPED", member, message);
    } else members.set(key, converter.field("OperationTrait", key, member));
  }
  return objectPart(place, members);
}

/**
 * Returns the `operationId` of an operation. The last trait with an `operationId` overrides it. Returns
 * `undefined` if neither the operation nor a trait has one.
 */
export function operationIdOf(converter: Converter, place: Place): string | undefined {
  const traits = itemsAt(memberAt(place, "traits")).map((item) => converter.follow(item));
  const ids = [place, ...traits].flatMap(
    (each) => (each && textAt(memberAt(each, "operationId"))) ?? [],
  );
  return ids.at(-1);
}

/** Returns an id for an operation that does not have an `operationId`, such as `publishUserSignedup`. */
export function namedAfter(verb: Verb, address: string): string {
  const words = address.match(/[A-Za-z0-9]+/g) ?? [];
  return verb + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
