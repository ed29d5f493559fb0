/** Stores, for each slot of a side, how the text of the level changes a checksum. */
export class LevelMarks {
  /** The numbers of bytes of the texts; 0 if the text was not written since the level changed. */
  lengths: Uint8Array;
  /** The CRC registers after each text, starting from a register of 0. */
  registers: Int32Array;

  constructor(capacity: number) {
    this.lengths = new Uint8Array(capacity);
    this.registers = new Int32Array(capacity);
  }

  /** Moves the slots from `start` to `end` by one. */
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
