// Readers of values that the contract does not describe. They read byte by byte, from the current position
// of the scan. With `parseAnyJson` instead, each value would have to be scanned twice: once to find its
// end, and once to parse it.

import { parseAnyJson } from "../../json/parse-json.ts";
import { type MemberNames, memberNames } from "./member-names.ts";
import { firstMember, nextMember, noMember } from "./members.ts";
import { readShortNumber, skipNumber } from "./numbers.ts";
import { readString } from "./scalars.ts";
import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";
import { readBoolean, readNull } from "./words.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const scan: Scan = sharedScan;
const view: DataView = sharedView;

const noNames: MemberNames = /* @__PURE__ */ memberNames([]);

/** Reads an object whose members may have any name. */
export function readMap<Value>(readValue: () => Value): Record<string, Value> {
  const value: Record<string, Value> = {};
  let member = firstMember(noNames);
  while (member !== noMember) {
    const name = scan.otherName;
    value[name] = readValue();
    member = nextMember(noNames, 0);
  }
  return value;
}

/**
 * The maximum nesting of a value of any type. The codec reads deeper values, because it counts nesting from
 * the outermost value.
 */
export const deepest: number = 32;

/** Reads any value; integers that are not safe become bigint. */
export function readAny(): unknown {
  return readAnyWithin(deepest);
}

function readAnyWithin(depth: number): unknown {
  if (view.getUint8(scan.at) <= 32) skipSpace();
  switch (view.getUint8(scan.at)) {
    case 34:
      return readString();
    case 0x7b:
      return depth === 0 ? giveUp() : readAnyObject(depth - 1);
    case 0x5b:
      return depth === 0 ? giveUp() : readAnyArray(depth - 1);
    case 0x74:
    case 0x66:
      return readBoolean();
    case 0x6e:
      return readNull() ? null : giveUp();
    default:
      return readAnyNumber();
  }
}

function readAnyObject(depth: number): unknown {
  const value: Record<string, unknown> = {};
  let member = firstMember(noNames);
  while (member !== noMember) {
    const name = scan.otherName;
    value[name] = readAnyWithin(depth);
    member = nextMember(noNames, 0);
  }
  return value;
}

function readAnyArray(depth: number): unknown {
  const items: unknown[] = [];
  scan.at += 1;
  if (view.getUint8(scan.at) <= 32) skipSpace();
  if (view.getUint8(scan.at) === 0x5d) {
    scan.at += 1;
    return items;
  }
  for (;;) {
    items.push(readAnyWithin(depth));
    if (view.getUint8(scan.at) <= 32) skipSpace();
    const unit = view.getUint8(scan.at);
    scan.at += 1;
    if (unit === 0x5d) return items;
    if (unit !== 0x2c) giveUp();
  }
}

function readAnyNumber(): unknown {
  const short = readShortNumber();
  if (!Number.isNaN(short)) return short;
  const start = scan.at;
  skipNumber();
  return parseAnyJson(scan.source.substring(start, scan.at), {});
}
