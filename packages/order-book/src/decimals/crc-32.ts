let tables: Int32Array | undefined;

/** Returns the CRC-32 (ISO 3309, as in zip) of the first `length` bytes, as an int32. */
export function crc32(bytes: Uint8Array, length: number): number {
  tables ??= makeTables();
  const table = tables;
  let crc = -1;
  let at = 0;
  // Four bytes at a time, because each step waits for the one before it.
  for (; at + 4 <= length; at += 4) {
    crc ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    crc =
      (table[768 | (crc & 0xff)] as number) ^
      (table[512 | ((crc >>> 8) & 0xff)] as number) ^
      (table[256 | ((crc >>> 16) & 0xff)] as number) ^
      (table[crc >>> 24] as number);
  }
  for (; at < length; at++) {
    crc = (table[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return ~crc;
}

/** Makes four tables: what a byte becomes at the end of the bytes, and with one to three after it. */
function makeTables(): Int32Array {
  const table = new Int32Array(1024);
  for (let index = 0; index < 1024; index++) {
    let crc = index < 256 ? index : (table[index - 256] as number);
    if (index < 256)
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    else crc = (table[crc & 0xff] as number) ^ (crc >>> 8);
    table[index] = crc;
  }
  return table;
}
