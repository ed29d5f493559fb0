import type { Row } from "./sql-client.ts";

/**
 * Reads an integer column; some drivers return large integers as text.
 *
 * @throws Error for any other value.
 */
export function readInteger(row: Row, column: string): number {
  const value = row[column];
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) {
    throw new TypeError(`column ${column} is not an integer`);
  }
  return number;
}

/** Reads an integer column that may be null. */
export function readIntegerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : readInteger(row, column);
}

/**
 * Reads a text column.
 *
 * @throws Error for any other value.
 */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`column ${column} is not a text`);
  return value;
}

/** Reads a text column that may be null. */
export function readTextOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : readText(row, column);
}

/**
 * Reads a column of bytes.
 *
 * @throws Error for any other value.
 */
export function readBytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} is not bytes`);
  return value;
}

/**
 * Returns the only row of a query that always has one.
 *
 * @throws Error if the query returned no row.
 */
export function onlyRow(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new TypeError("the query returned no row");
  return row;
}
