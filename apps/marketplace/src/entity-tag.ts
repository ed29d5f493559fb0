import { hash } from "node:crypto";
import { stringifyJson } from "@specwright/runtime";

/** Enough characters of a digest to distinguish the representations of one version. */
const MARK_LENGTH = 16;

/**
 * Builds the entity tag of a representation: the version, and a digest of what is shown.
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
 * Reports whether a change is based on an outdated version, which is answered with 412. Only the
 * version in a tag counts.
 */
export function isOutdated(
  headers: { readonly "If-Match"?: string | undefined } | undefined,
  current: { readonly version: number },
): boolean {
  const ifMatch = headers?.["If-Match"];
  if (ifMatch === undefined || ifMatch === "*") return false;
  return /^"(\d+)/.exec(ifMatch)?.[1] !== `${current.version}`;
}
