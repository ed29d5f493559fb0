/** Returns the string for ASCII bytes. Equal bytes get the same string, without decoding them again. */
export type InternKey = (bytes: Uint8Array, start: number, end: number) => string;

/** The maximum number of stored keys: several times the number that one connection may subscribe to. */
const MAX_KEYS = 4096;

/** Creates an interner. The stored strings do not keep a frame in memory. */
export function createKeyInterner(): InternKey {
  const known = new Map<number, { readonly bytes: Uint8Array; readonly key: string }>();
  const decoder = new TextDecoder();
  return (bytes, start, end) => {
    // The hash is FNV-1a. Two keys with the same hash evict each other, which only costs time.
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
