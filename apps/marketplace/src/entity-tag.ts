import { hash } from "node:crypto";
import { stringifyJson } from "@specwright/runtime";

/**
 * The number of characters of the digest in a tag. They are enough to distinguish the
 * representations of one version.
 */
const MARK_LENGTH = 16;

const TAG = /(W\/)?"([^"]*)"/g;

/**
 * Builds the entity tag of a representation. The tag consists of the version and a digest of the
 * representation. Representations of one version can differ, because they contain different private
 * fields and expiring links.
 */
export function entityTagOf(
  { version }: { readonly version: number },
  representation: object,
): string {
  const mark = hash("sha256", stringifyJson(representation), "base64url").slice(0, MARK_LENGTH);
  return `"${version}.${mark}"`;
}

/**
 * Reports whether a change is based on an outdated version (412). The change is current if one
 * strong tag in `If-Match` has the current version (RFC 9110, section 13.1.1). The digest in the
 * tag is ignored.
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
