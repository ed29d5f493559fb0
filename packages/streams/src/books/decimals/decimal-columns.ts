import { BookError } from "../book-error.ts";
import { MAX_SCALE, POWERS_OF_TEN } from "./powers-of-ten.ts";
import { type DecimalColumn, scanDecimal } from "./scan-decimal.ts";

/**
 * The levels of a frame with the digits that the venue sent. Prices and quantities are in columns, and no
 * level needs an object. A decimal is an integer mantissa and a scale, which is the number of received
 * fraction digits: `0.50` is 50 with the scale 2. The columns are used again for each frame: `scanLevels`
 * replaces their contents, and then a `DecimalBook` reads the levels.
 *
 * @example
 * ```ts
 * const columns = new DecimalColumns();
 * columns.pushText("0.50", "12");
 * columns.price.mantissas[0]; // 50
 * columns.price.scales[0]; // 2
 * ```
 */
export class DecimalColumns {
  /** The prices. Entries from `count` on are not used. */
  readonly price: DecimalColumn;
  /**
   * The quantities, in the same order as the prices. If the feed sends differences, these are signed
   * changes.
   */
  readonly quantity: DecimalColumn;
  /** For each level, the count of orders or the index of the tag. 0 if the shape has neither. */
  extras: Int32Array;
  /** The number of levels. */
  count = 0;

  /** Creates empty columns with room for `capacity` levels. They grow when they are full. */
  constructor(capacity = 64) {
    this.price = emptyColumn(capacity);
    this.quantity = emptyColumn(capacity);
    this.extras = new Int32Array(capacity);
  }

  /** Empties the columns without releasing memory. */
  clear(): void {
    this.count = 0;
    if (this.price.wide.size > 0) this.price.wide.clear();
    if (this.quantity.wide.size > 0) this.quantity.wide.clear();
  }

  /**
   * Adds a level, given as mantissas and scales.
   *
   * @throws BookError `book_columns` if a mantissa is not a safe integer or bigint, or a scale is not an
   * integer from 0 to `MAX_SCALE`.
   */
  push(
    price: number | bigint,
    priceScale: number,
    quantity: number | bigint,
    quantityScale: number,
    extra = 0,
  ): void {
    const at = this.count;
    this.reserve(at + 1);
    putDecimal(this.price, at, price, priceScale);
    putDecimal(this.quantity, at, quantity, quantityScale);
    this.extras[at] = extra;
    this.count = at + 1;
  }

  /**
   * Adds a level, given as texts that are written like JSON numbers.
   *
   * @throws BookError `book_columns` if a text is not such a number.
   */
  pushText(price: string, quantity: string, extra = 0): void {
    const at = this.count;
    this.reserve(at + 1);
    putText(this.price, at, price);
    putText(this.quantity, at, quantity);
    this.extras[at] = extra;
    this.count = at + 1;
  }

  /**
   * Replaces each price by 1 minus the price. Of two outcomes, the bids for one are the asks for the other.
   */
  oneMinus(): void {
    const { mantissas, scales } = this.price;
    for (let index = 0; index < this.count; index++) {
      const scale = scales[index] as number;
      const mantissa = mantissas[index] as number;
      const difference = scale > 15 ? Number.NaN : (POWERS_OF_TEN[scale] as number) - mantissa;
      if (Math.abs(difference) <= Number.MAX_SAFE_INTEGER) mantissas[index] = difference;
      else
        putDecimal(this.price, index, 10n ** BigInt(scale) - mantissaAt(this.price, index), scale);
    }
  }

  /** Makes room for `wanted` levels in total. */
  reserve(wanted: number): void {
    if (wanted <= this.extras.length) return;
    const capacity = Math.max(wanted, this.extras.length * 2, 16);
    widenColumn(this.price, capacity);
    widenColumn(this.quantity, capacity);
    const extras = new Int32Array(capacity);
    extras.set(this.extras);
    this.extras = extras;
  }
}

/** Returns the exact mantissa at an index. */
export function mantissaAt({ mantissas, wide }: DecimalColumn, index: number): bigint {
  const mantissa = mantissas[index] as number;
  return Number.isNaN(mantissa) ? (wide.get(index) ?? 0n) : BigInt(mantissa);
}

function emptyColumn(capacity: number): DecimalColumn {
  return {
    mantissas: new Float64Array(capacity),
    scales: new Uint8Array(capacity),
    wide: new Map(),
  };
}

function widenColumn(column: DecimalColumn, capacity: number): void {
  const mantissas = new Float64Array(capacity);
  mantissas.set(column.mantissas);
  column.mantissas = mantissas;
  const scales = new Uint8Array(capacity);
  scales.set(column.scales);
  column.scales = scales;
}

function putDecimal(
  column: DecimalColumn,
  at: number,
  mantissa: number | bigint,
  scale: number,
): void {
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) {
    throw new BookError("book_columns");
  }
  column.scales[at] = scale;
  const number = Number(mantissa);
  if (Number.isSafeInteger(number)) {
    // Adding 0 converts -0 to 0.
    column.mantissas[at] = number + 0;
    return;
  }
  if (typeof mantissa === "number") throw new BookError("book_columns");
  column.mantissas[at] = Number.NaN;
  column.wide.set(at, mantissa);
}

const encoder = new TextEncoder();

function putText(column: DecimalColumn, at: number, text: string): void {
  const bytes = encoder.encode(text);
  // `scanDecimal` also accepts a number in quotes, which is not allowed here.
  if (bytes[0] === 0x22 || scanDecimal(bytes, 0, column, at) !== bytes.length) {
    throw new BookError("book_columns");
  }
}
