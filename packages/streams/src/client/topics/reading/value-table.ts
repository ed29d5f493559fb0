import { textAt } from "./frame-values.ts";
import type { FrameScanner } from "./scan-frame.ts";

interface Entry<Value> {
  readonly texts: readonly string[];
  readonly bytes: readonly Uint8Array[];
  readonly value: Value;
  /** The next entry with the same hash. */
  next: Entry<Value> | undefined;
}

/**
 * Finds a value by the texts that a scanned frame has in some slots. The lookup compares bytes and creates
 * no strings.
 */
export class ValueTable<Value> {
  readonly slots: readonly number[];
  #byHash: Map<number, Entry<Value>> = new Map();
  /** The entry that was found last. Frames of one topic often follow each other. */
  #last: Entry<Value> | undefined;

  constructor(slots: readonly number[]) {
    this.slots = slots;
  }

  /** Stores a value. `texts` has one text for each slot. */
  set(texts: readonly string[], value: Value): void {
    this.delete(texts);
    const bytes = texts.map((text) => new TextEncoder().encode(text));
    const hash = hashOfTexts(bytes);
    this.#byHash.set(hash, { texts, bytes, value, next: this.#byHash.get(hash) });
  }

  /** Returns the value that is stored for the texts. */
  get(texts: readonly string[]): Value | undefined {
    const hash = hashOfTexts(texts.map((text) => new TextEncoder().encode(text)));
    let entry = this.#byHash.get(hash);
    while (entry !== undefined && !hasSameTexts(entry.texts, texts)) entry = entry.next;
    return entry?.value;
  }

  /** Removes the value that is stored for the texts. */
  delete(texts: readonly string[]): void {
    this.#last = undefined;
    const hash = hashOfTexts(texts.map((text) => new TextEncoder().encode(text)));
    const kept: Entry<Value>[] = [];
    for (let entry = this.#byHash.get(hash); entry !== undefined; entry = entry.next) {
      if (!hasSameTexts(entry.texts, texts)) kept.push(entry);
    }
    this.#byHash.delete(hash);
    for (const entry of kept) {
      entry.next = this.#byHash.get(hash);
      this.#byHash.set(hash, entry);
    }
  }

  /** Returns the value for the texts of the scanned frame; undefined if none is stored. */
  find(scanner: FrameScanner): Value | undefined {
    const last = this.#last;
    if (last !== undefined && this.#isAt(scanner, last)) return last.value;
    let hash = FIRST_HASH;
    for (const slot of this.slots) {
      const kind = scanner.kinds[slot] as number;
      if (kind === 0 || kind > LAST_TEXT) return undefined;
      if (scanner.escaped[slot] === 1) return this.#findEscaped(scanner);
      hash = hashOf(
        scanner.bytes,
        scanner.starts[slot] as number,
        scanner.ends[slot] as number,
        hash,
      );
    }
    for (let entry = this.#byHash.get(hash); entry !== undefined; entry = entry.next) {
      if (!this.#isAt(scanner, entry)) continue;
      this.#last = entry;
      return entry.value;
    }
    return undefined;
  }

  /** Returns the texts of the scanned frame; undefined if a slot has no text. */
  textsAt(scanner: FrameScanner): readonly string[] | undefined {
    const texts: string[] = [];
    for (const slot of this.slots) {
      const text = textAt(scanner, slot);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts;
  }

  #findEscaped(scanner: FrameScanner): Value | undefined {
    const texts = this.textsAt(scanner);
    return texts === undefined ? undefined : this.get(texts);
  }

  #isAt(scanner: FrameScanner, { bytes }: Entry<Value>): boolean {
    const slots = this.slots;
    const frame = scanner.bytes;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as number;
      const kind = scanner.kinds[slot] as number;
      if (kind === 0 || kind > LAST_TEXT || scanner.escaped[slot] === 1) return false;
      const start = scanner.starts[slot] as number;
      const wanted = bytes[index] as Uint8Array;
      const { length } = wanted;
      if ((scanner.ends[slot] as number) - start !== length) return false;
      // Compares from the end, because the names of topics mostly differ there.
      for (let at = length - 1; at >= 0; at -= 1) {
        if (frame[start + at] !== wanted[at]) return false;
      }
    }
    return true;
  }
}

/** The kinds up to this one have a text; see `KIND`. */
const LAST_TEXT = 4;
const FIRST_HASH = 17;

function hashOfTexts(texts: readonly Uint8Array[]): number {
  return texts.reduce((hash, text) => hashOf(text, 0, text.length, hash), FIRST_HASH);
}

function hashOf(bytes: Uint8Array, start: number, end: number, before: number): number {
  let hash = Math.imul(before, 31);
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return hash;
}

function hasSameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, at) => text === right[at]);
}
