/** Stores for each slot of a side how the text of its level changes the checksum of the book. */
export class LevelMarks {
  /** The number of bytes of each level's text. 0 if the level has changed since its text was written. */
  lengths: Uint8Array;
  /** The register of the CRC after each level's text, if it was 0 before. */
  registers: Int32Array;

  constructor(capacity: number) {
    this.lengths = new Uint8Array(capacity);
    this.registers = new Int32Array(capacity);
  }

  /** Moves the entries from `start` to `end` by one slot, towards the end. */
  shift(start: number, end: number): void {
    this.lengths.copyWithin(start + 1, start, end);
    this.registers.copyWithin(start + 1, start, end);
  }

  move(from: number, to: number): void {
    this.lengths[to] = this.lengths[from] as number;
    this.registers[to] = this.registers[from] as number;
  }

  reserve(capacity: number): void {
    const { lengths, registers } = this;
    if (capacity <= lengths.length) return;
    this.lengths = new Uint8Array(capacity);
    this.lengths.set(lengths);
    this.registers = new Int32Array(capacity);
    this.registers.set(registers);
  }
}
