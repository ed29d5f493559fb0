// The reader of RFC 3339 timestamps.

import { fourDigits, isDigit, readStringThat } from "./scalars.ts";
import { type Scan, sharedScan, sharedView } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

/** Returns the number that two digits form; a negative number if one of them is not a digit. */
function twoDigits(place: number): number {
  const tens = view.getUint8(place) - 48;
  const ones = view.getUint8(place + 1) - 48;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

/** Reads a date-time. Date-times in an unusual notation are checked by `holds`. */
export function readDateTime(holds: (value: string) => boolean): string {
  const start = scan.at + 1;
  const end = usualDateTimeEnd(start);
  if (end === -1 || view.getUint8(scan.at) !== 34 || view.getUint8(end) !== 34) {
    return readStringThat(holds);
  }
  scan.at = end + 1;
  return scan.source.substring(start, end);
}

/**
 * Returns the position after a usual date-time; -1 for any other text. A usual date-time ends with `Z`, and
 * is neither in February nor on a 31st, so that no calendar is needed.
 */
export function usualDateTimeEnd(start: number): number {
  const month = twoDigits(start + 5);
  const day = twoDigits(start + 8);
  const hour = twoDigits(start + 11);
  const minute = twoDigits(start + 14);
  const second = twoDigits(start + 17);
  const isUsual = month > 0 && month < 13 && month !== 2 && day > 0 && day < 31;
  const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  if (!isUsual || !isTime || fourDigits(view.getInt32(start, true)) < 0) return -1;
  if (view.getUint8(start + 4) !== 45 || view.getUint8(start + 7) !== 45) return -1;
  if (view.getUint8(start + 13) !== 58 || view.getUint8(start + 16) !== 58) return -1;
  if (view.getUint8(start + 10) !== 84) return -1;
  let q = start + 19;
  if (view.getUint8(q) === 46) {
    q += 1;
    if (!isDigit(view.getUint8(q))) return -1;
    while (isDigit(view.getUint8(q))) q += 1;
  }
  return view.getUint8(q) === 90 ? q + 1 : -1;
}
