/** The most bytes of a level that is remembered, and the number of levels. */
export const MAX_KNOWN_BYTES = 64;
const KNOWN = 1024;

/**
 * What the text of a level makes of the register of a CRC-32, for the levels that were written
 * lately. From one frame to the next, most of the levels that a checksum covers are the same.
 */
export class LevelRegisters {
  readonly #prices = new Float64Array(KNOWN);
  readonly #quantities = new Float64Array(KNOWN);
  readonly #scales = new Int32Array(KNOWN);
  /** The numbers of bytes; 0 for a place that is free. */
  readonly lengths: Uint8Array = new Uint8Array(KNOWN);
  readonly registers: Int32Array = new Int32Array(KNOWN);

  /** Returns the place of a level, where another one may be. */
  placeOf(price: number, quantity: number): number {
    return (Math.imul(price | 0, 0x9e3779b1) ^ Math.imul(quantity | 0, 0x85ebca6b)) >>> 22;
  }

  /** Reports whether a level is at its place. Scales are those of price and quantity in one number. */
  isAt(place: number, price: number, quantity: number, scales: number): boolean {
    return (
      this.#prices[place] === price &&
      this.#quantities[place] === quantity &&
      this.#scales[place] === scales &&
      this.lengths[place] !== 0
    );
  }

  /** Remembers a level at its place. */
  put(
    place: number,
    price: number,
    quantity: number,
    scales: number,
    length: number,
    register: number,
  ): void {
    this.#prices[place] = price;
    this.#quantities[place] = quantity;
    this.#scales[place] = scales;
    this.lengths[place] = length;
    this.registers[place] = register;
  }
}
