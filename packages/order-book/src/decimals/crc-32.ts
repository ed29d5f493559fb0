let table: Int32Array | undefined;

/** Returns the CRC-32 (ISO 3309, as in zip) of the first `length` bytes, as an int32. */
export function crc32(bytes: Uint8Array, length: number): number {
  table ??= makeTable();
  const entries = table;
  let crc = -1;
  for (let index = 0; index < length; index++) {
    crc = (entries[(crc ^ (bytes[index] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return ~crc;
}

function makeTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
}
