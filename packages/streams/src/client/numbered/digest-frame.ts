import { JsonError, parseJson, stringifyJson } from "@specwright/runtime";
import { decodeUtf8 } from "@specwright/runtime/transport";

/**
 * Returns a digest of a frame's content in 16 hex characters. The order of members and white space do not
 * change the digest. It detects accidental differences, but not deliberate collisions.
 */
export function digestFrame(frame: Uint8Array): string {
  return digestText(canonicalText(frame));
}

function canonicalText(frame: Uint8Array): string {
  try {
    return stringifyJson(sortMembers(parseJson(frame)));
  } catch (error) {
    if (error instanceof JsonError) return decodeUtf8(frame);
    throw error;
  }
}

function sortMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortMembers);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}

/** Returns a digest of a text in 16 hex characters. */
export function digestText(text: string): string {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    left = Math.imul(left ^ unit, 0x9e3779b1);
    right = Math.imul(right ^ unit, 0x5f356495);
  }
  // Each half is mixed with the other half, so it depends on the whole text.
  left =
    Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35);
  right =
    Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(left ^ (left >>> 13), 0xc2b2ae35);
  return hexOfHalf(left) + hexOfHalf(right);
}

function hexOfHalf(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}
