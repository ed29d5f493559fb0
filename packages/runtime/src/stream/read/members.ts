// Moves from one member of an object to the next.

import { findName, hashOf, isName, type MemberNames } from "./member-names.ts";
import { behindSpace, giveUp, type Scan, sharedScan, sharedView } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const scan: Scan = sharedScan;
const view: DataView = sharedView;

/** Returned if an object has no further member. */
export const noMember = -2;

/** Returned for a member that the contract does not declare. */
export const otherMember = -1;

/** Moves to the value of the first member, and returns its index, `otherMember` or `noMember`. */
export function firstMember(names: MemberNames): number {
  let q = scan.at;
  if (view.getUint8(q) !== 0x7b) q = behindSpace(q);
  if (view.getUint8(q) !== 0x7b) giveUp();
  q += 1;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  if (view.getUint8(q) !== 0x7d) return readName(names, 0, q);
  scan.at = q + 1;
  return noMember;
}

/**
 * Moves to the value of the next member, and returns its index. `expected` is the index if members are in
 * order.
 */
export function nextMember(names: MemberNames, expected: number): number {
  let q = scan.at;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  const unit = view.getUint8(q);
  q += 1;
  if (unit === 0x2c) return readName(names, expected, q);
  if (unit !== 0x7d) giveUp();
  scan.at = q;
  return noMember;
}

/** Reads the name of a member at a position, and moves to its value. */
function readName(names: MemberNames, expected: number, from: number): number {
  let q = from;
  // Many writers add one space.
  if (view.getUint8(q) === 32) q += 1;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  if (view.getUint8(q) !== 34) giveUp();
  const start = q + 1;
  let name = names.inOrder[expected];
  if (name === undefined || !isName(name, start)) {
    name = findName(names, start);
  }
  q = name === undefined ? skipOtherName(start) : start + name.length;
  if (view.getUint8(q) !== 0x3a) q = behindSpace(q);
  if (view.getUint8(q) !== 0x3a) giveUp();
  q += 1;
  if (view.getUint8(q) === 32) q += 1;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  scan.at = q;
  return name === undefined ? otherMember : name.index;
}

/** Unknown names that were read before. The index is a hash; each hash has at most one name. */
const metNames: string[] = Array.from({ length: 64 }, () => "");

/** Longer names are not cached. */
const longestMetName: number = 64;

/** Reads an unknown name and returns the offset after its quote. */
function skipOtherName(start: number): number {
  const slot = hashOf(view.getUint8(start), view.getUint8(start + 1));
  const met = metNames[slot] ?? "";
  let q = start;
  while (q - start < met.length && view.getUint8(q) === met.charCodeAt(q - start)) q += 1;
  if (q > start && q - start === met.length && view.getUint8(q) === 34) {
    scan.otherName = met;
    return q + 1;
  }
  let isAscii = true;
  for (let unit = view.getUint8(q); unit !== 34; unit = view.getUint8(q)) {
    // Escapes are left to the codec.
    if (unit < 32 || unit === 92) giveUp();
    // This byte may represent any non-Latin-1 character.
    if (unit > 127) isAscii = false;
    q += 1;
  }
  scan.otherName = scan.source.substring(start, q);
  // Plain assignment would set the prototype.
  if (scan.otherName === "__proto__") giveUp();
  if (isAscii && q - start <= longestMetName) metNames[slot] = scan.otherName;
  return q + 1;
}
