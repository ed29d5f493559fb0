// Readers of arrays.

import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

export function readArray<Item>(readItem: () => Item): Item[] {
  if (view.getUint8(scan.at) !== 0x5b) return skipSpace() ? readArray(readItem) : giveUp();
  scan.at += 1;
  const items: Item[] = [];
  let unit = view.getUint8(scan.at);
  if (unit <= 32) {
    skipSpace();
    unit = view.getUint8(scan.at);
  }
  if (unit === 0x5d) {
    scan.at += 1;
    return items;
  }
  for (;;) {
    items.push(readItem());
    unit = view.getUint8(scan.at);
    if (unit <= 32) {
      skipSpace();
      unit = view.getUint8(scan.at);
    }
    scan.at += 1;
    if (unit === 0x5d) return items;
    if (unit !== 0x2c) giveUp();
  }
}

/** Reads an array with a limited number of items. */
export function readArrayIn<Item>(readItem: () => Item, least: number, most: number): Item[] {
  const items = readArray(readItem);
  return items.length >= least && items.length <= most ? items : giveUp();
}

/** Moves to the first item of an array; if the array is empty, moves past it and returns false. */
export function entersArray(): boolean {
  if (view.getUint8(scan.at) !== 0x5b) giveUp();
  scan.at += 1;
  if (view.getUint8(scan.at) !== 0x5d) return true;
  scan.at += 1;
  return false;
}

/**
 * Moves to the next item of an array. If there is no next item, moves past the array and returns false.
 */
export function hasNextItem(): boolean {
  const unit = view.getUint8(scan.at);
  scan.at += 1;
  return unit === 0x2c || (unit === 0x5d ? false : giveUp());
}
