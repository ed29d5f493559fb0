let tables: Int32Array | undefined;
/** The tables that compute the register after some bytes of 0, by the number of these bytes. */
const shiftTables: (Int32Array | undefined)[] = [];

/** Returns the CRC-32 (ISO 3309, as in zip) of the first `length` bytes, as an int32. */
export function crc32(bytes: Uint8Array, length: number): number {
  return ~crcRegister(-1, bytes, length);
}

/**
 * Returns the CRC-32 register after `length` more bytes. Start with the register -1, and invert the last
 * register.
 */
export function crcRegister(register: number, bytes: Uint8Array, length: number): number {
  tables ??= makeTables();
  const table = tables;
  let crc = register;
  let at = 0;
  // Four bytes are processed at once, because each step must wait for the previous one.
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
  return crc;
}

/**
 * Returns the register after `length` bytes of 0. For any other bytes, XOR this result with the register
 * that these bytes produce from 0, because a CRC is linear.
 */
export function shiftRegister(register: number, length: number): number {
  const table = shiftTables[length] ?? makeShiftTable(length);
  return (
    (table[register & 0xff] as number) ^
    (table[256 | ((register >>> 8) & 0xff)] as number) ^
    (table[512 | ((register >>> 16) & 0xff)] as number) ^
    (table[768 | (register >>> 24)] as number)
  );
}

function makeShiftTable(length: number): Int32Array {
  const zeros = new Uint8Array(length);
  // An array without holes is faster to read.
  while (shiftTables.length <= length) shiftTables.push(undefined);
  const table = Int32Array.from({ length: 1024 }, (_, index) =>
    crcRegister((index & 0xff) << (8 * (index >>> 8)), zeros, length),
  );
  shiftTables[length] = table;
  return table;
}

/** Returns four tables: the registers after each byte, followed by zero to three bytes of 0. */
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
