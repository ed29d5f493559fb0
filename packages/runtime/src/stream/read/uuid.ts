// The reader of UUIDs.

import { characterSet } from "./scalars.ts";
import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

const hexDigits: Uint8Array = characterSet("0123456789abcdefABCDEF");

/** Reads a UUID: 8-4-4-4-12 hexadecimal digits. */
export function readUuid(): string {
  if (view.getUint8(scan.at) !== 34) return skipSpace() ? readUuid() : giveUp();
  const start = scan.at + 1;
  for (let q = start; q < start + 36; q += 1) {
    const unit = view.getUint8(q);
    if (hexDigits[unit] === 1) continue;
    const place = q - start;
    if (unit !== 45 || (place !== 8 && place !== 13 && place !== 18 && place !== 23)) giveUp();
  }
  // Gives up if one of the four separators is not a hyphen.
  if (view.getUint8(start + 8) !== 45 || view.getUint8(start + 13) !== 45) giveUp();
  if (view.getUint8(start + 18) !== 45 || view.getUint8(start + 23) !== 45) giveUp();
  if (view.getUint8(start + 36) !== 34) giveUp();
  scan.at = start + 37;
  return scan.source.substring(start, start + 36);
}
