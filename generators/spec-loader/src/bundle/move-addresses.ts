// Rewrites the relative addresses of other files, because in a bundle they are relative to the entry file.

import { posix } from "node:path";
import type { Source } from "../diagnostics/diagnostic.ts";
import { descend, joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { BundleEdits, PlacedNode } from "./bundle-edits.ts";

/** Maps kinds of objects to the members that contain an address. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  Example: ["externalValue"],
  ExternalDocs: ["url"],
  Link: ["operationRef"],
};

/** Rewrites the relative addresses in an object, so that they are relative to the entry file. */
export function moveAddresses({ kind, object, place }: PlacedNode, edits: BundleEdits): void {
  for (const key of addresses[kind] ?? []) {
    const address = memberOf(object, key);
    if (typeof address !== "string") continue;
    const moved = moveAddress(place.file, address);
    if (moved !== address) edits.at(memberPlace(place, key)).text = moved;
  }
}

/**
 * Rewrites the references in a schema of an unsupported format, so that they are relative to the entry
 * file.
 */
export function moveReferences(
  { files }: Specification,
  { file, pointer }: Source,
  edits: BundleEdits,
): void {
  const { value } = descend(files.get(file)?.root ?? null, pointerTokens(pointer) ?? []);
  moveReferencesIn(value, pointer);

  function moveReferencesIn(value: JsonValue, at: string): void {
    if (!isJsonObject(value) && !isJsonArray(value)) return;
    for (const [key, member] of Object.entries(value)) {
      const place = { file, pointer: joinPointer(at, key) };
      if (key === "$ref" && typeof member === "string") {
        edits.at(place).text = moveAddress(file, member);
      } else moveReferencesIn(member, place.pointer);
    }
  }
}

/** Returns an address from another file, rewritten relative to the entry file. */
export function moveAddress(file: string, address: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address)) return address;
  if (/^https?:\/\//i.test(file)) return URL.parse(address, file)?.href ?? address;
  if (address.startsWith("#")) return `${file}${address}`;
  const path = posix.join(posix.dirname(file), address.replace(/[?#].*$/s, ""));
  return `${path}${/[?#].*$/s.exec(address)?.[0] ?? ""}`;
}

function memberPlace({ file, pointer }: Source, key: string): Source {
  return { file, pointer: joinPointer(pointer, key) };
}
