// Readers that pass a value to the codec of its schema, and a lookahead for the tag of a union.

import { deepest } from "./any-value.ts";
import { behindString } from "./scalars.ts";
import { behindSpace, giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const scan: Scan = sharedScan;
const view: DataView = sharedView;

/** The function of a codec that reads a nested value. */
interface ValueDecoder<Value> {
  decode(text: string): Value;
}

/** Reads a value with the codec of its schema. */
export function readThrough<Value>(codec: ValueDecoder<Value>): Value {
  skipSpace();
  const start = scan.at;
  skipValue();
  return codec.decode(scan.source.substring(start, scan.at));
}

/**
 * Looks ahead for the next member with a name, and returns its string value; `""` if the value is not a
 * string. The result is only a guess, which the reader must verify.
 */
export function findTag(quotedName: string): string {
  const name = scan.source.indexOf(quotedName, scan.at);
  if (name === -1) return "";
  let q = behindSpace(name + quotedName.length);
  if (view.getUint8(q) !== 0x3a) return "";
  q = behindSpace(q + 1);
  if (view.getUint8(q) !== 34) return "";
  return scan.source.substring(q + 1, behindString(q + 1) - 1);
}

/** Moves past a value that a codec will check. */
function skipValue(): void {
  let depth = 0;
  for (;;) {
    const unit = view.getUint8(scan.at);
    if (unit === 34) {
      scan.at = behindString(scan.at + 1);
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > deepest) giveUp();
      scan.at += 1;
      continue;
    } else if (unit === 0x7d || unit === 0x5d) {
      if (depth === 0) return;
      depth -= 1;
      scan.at += 1;
    } else if (unit === 0x2c && depth === 0) {
      return;
    } else if (unit === 0) {
      giveUp();
    } else {
      scan.at += 1;
      if (depth === 0) continue;
    }
    if (depth === 0 && (unit === 34 || unit === 0x7d || unit === 0x5d)) return;
  }
}
