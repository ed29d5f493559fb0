import { hash } from "node:crypto";
import { stringifyJson } from "@specwright/runtime";

/**
 * The number of digest characters in a tag. They are enough to distinguish the representations of
 * one version.
 */
const MARK_LENGTH = 16;

const TAG = /(W\/)?"([^"]*)"/g;

/**
 * Builds the entity tag of a representation: the version, and a digest of the shown values.
 * Representations of one version differ in private fields and expiring links.
 */
export function entityTagOf(
  { version }: { readonly version: number },
  representation: object,
): string {
  const mark = hash("sha256", stringifyJson(representation), "base64url").slice(0, MARK_LENGTH);
  return `"${version}.${mark}"`;
}

/**
 * Reports whether a change is based on an outdated version (412). One of the tags must match
 * strongly (RFC 9110, section
 * 13.1.1); only the version in a tag is compared.
 */
export function isOutdated(
  headers: { readonly "If-Match"?: string | undefined } | undefined,
  current: { readonly version: number },
): boolean {
  const ifMatch = headers?.["If-Match"];
  if (ifMatch === undefined || ifMatch === "*") return false;
  for (const [, weak, tag] of ifMatch.matchAll(TAG)) {
    if (weak === undefined && tag?.split(".", 1)[0] === `${current.version}`) return false;
  }
  return true;
}
