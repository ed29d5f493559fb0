// Swaps the sides of an AsyncAPI document: the application now receives the messages that it sent, and
// sends the messages that it received.

import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import { dereference } from "../references/resolver.ts";
import type { Specification } from "../specification.ts";
import type { BundleEdits, PlacedNode } from "./bundle-edits.ts";

const opposites: Readonly<Record<string, string>> = {
  send: "receive",
  receive: "send",
  publish: "subscribe",
  subscribe: "publish",
};

/** Swaps the action of an operation. */
export function swapAction(
  { kind, object, place }: PlacedNode,
  { version }: DocumentType,
  edits: BundleEdits,
): void {
  if (version.startsWith("2.")) {
    if (kind !== "Channel") return;
    for (const verb of ["publish", "subscribe"]) {
      if (memberOf(object, verb) !== undefined) {
        edits.at(memberPlace(place, verb)).key = opposites[verb] ?? verb;
      }
    }
    return;
  }
  if (kind !== "Operation") return;
  const opposite = opposites[String(memberOf(object, "action"))];
  if (opposite !== undefined) edits.at(memberPlace(place, "action")).text = opposite;
}

/**
 * An operation of the entry file with its id. The id is a key in AsyncAPI 3, and an `operationId` in
 * AsyncAPI 2.
 */
interface NamedOperation {
  readonly id: string;
  readonly place: Source;
  readonly isKey: boolean;
  /** The words for the action that an id may start with. */
  readonly words: readonly string[];
}

/**
 * Swaps the action in ids that start with an action: `sendOrders` becomes `receiveOrders`. The id stays if
 * a different operation already has the new id and keeps it.
 */
export function swapIds(
  specification: Specification,
  { version }: DocumentType,
  edits: BundleEdits,
): void {
  const operations = version.startsWith("2.")
    ? idsInChannels(specification)
    : idsInOperations(specification);
  const turned = new Map(operations.map((operation) => [operation.id, swappedId(operation)]));
  for (const { id, place, isKey } of operations) {
    const other = turned.get(id) ?? id;
    if (other === id || turned.get(other) === other) continue;
    if (isKey) edits.at(place).key = other;
    else edits.at(place).text = other;
  }
}

function swappedId({ id, words }: NamedOperation): string {
  for (const word of words.flatMap((each) => [each, capitalizeWord(each)])) {
    // `send` in a longer word, such as `sender`, is not the action.
    if (!id.startsWith(word) || /^[a-z]/.test(id.slice(word.length))) continue;
    const opposite = opposites[word.toLowerCase()] ?? word;
    const isCapital = word !== word.toLowerCase();
    return (isCapital ? capitalizeWord(opposite) : opposite) + id.slice(word.length);
  }
  return id;
}

function capitalizeWord(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Lists the operations of AsyncAPI 3 with their keys. */
function idsInOperations(specification: Specification): readonly NamedOperation[] {
  return membersAt(specification, "operations").flatMap(({ key, place, object }) => {
    const words = memberOf(object, "action") === "send" ? ["send", "publish"] : receiving;
    return [{ id: key, place, isKey: true, words }];
  });
}

const receiving = ["receive", "subscribe"];

/**
 * Lists the operations of AsyncAPI 2 with their ids. In AsyncAPI 2, the application receives the messages
 * of `publish`.
 */
function idsInChannels(specification: Specification): readonly NamedOperation[] {
  return membersAt(specification, "channels").flatMap(({ target, object }) =>
    ["publish", "subscribe"].flatMap((verb) => {
      const operation = memberOf(object, verb);
      const id = isJsonObject(operation) ? memberOf(operation, "operationId") : undefined;
      if (typeof id !== "string") return [];
      const place = memberPlace(memberPlace(target, verb), "operationId");
      const words = verb === "publish" ? ["receive", verb] : ["send", verb];
      return [{ id, place, isKey: false, words }];
    }),
  );
}

/** A member of a top-level field of the entry. If the member is a reference, `object` is its target. */
interface TopMember {
  readonly key: string;
  readonly place: Source;
  readonly target: Source;
  readonly object: JsonObject;
}

function membersAt({ entry, resolve }: Specification, map: string): readonly TopMember[] {
  const members = isJsonObject(entry.root) ? memberOf(entry.root, map) : undefined;
  if (!isJsonObject(members)) return [];
  return Object.keys(members).flatMap((key) => {
    const place = memberPlace({ file: entry.file, pointer: `/${map}` }, key);
    const found = dereference(resolve, place, memberOf(members, key));
    return found === undefined ? [] : [{ key, place, target: found.source, object: found.object }];
  });
}

function memberPlace({ file, pointer }: Source, key: string): Source {
  return { file, pointer: joinPointer(pointer, key) };
}
