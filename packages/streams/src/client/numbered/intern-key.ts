/**
 * Returns the string for ASCII bytes, always the same instance, without decoding bytes seen before.
 */
export type InternKey = (bytes: Uint8Array, start: number, end: number) => string;

/** The maximum number of keys: several times as many as one connection may subscribe to. */
const MAX_KEYS = 4096;

/** Creates an interner. Its keys are independent strings that do not keep the frame in memory. */
export function createKeyInterner(): InternKey {
  const known = new Map<number, { readonly bytes: Uint8Array; readonly key: string }>();
  const decoder = new TextDecoder();
  return (bytes, start, end) => {
    // FNV-1a. Two keys with the same hash replace each other, which only costs time.
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) {
      hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    }
    const found = known.get(hash);
    if (found !== undefined && isAt(bytes, start, end, found.bytes)) return found.key;
    const own = bytes.slice(start, end);
    const key = decoder.decode(own);
    if (known.size >= MAX_KEYS) known.clear();
    known.set(hash, { bytes: own, key });
    return key;
  };
}

function isAt(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  if (end - start !== wanted.length) return false;
  for (let at = 0; at < wanted.length; at += 1) {
    if (bytes[start + at] !== wanted[at]) return false;
  }
  return true;
}
