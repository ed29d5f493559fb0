/** Numbers the pointers that are read from frames. The number of a pointer is its slot. */
export interface FrameSlots {
  /** Returns the slot of a pointer. The first call for a pointer creates its slot. */
  slotOf(pointer: string): number;
  readonly pointers: readonly string[];
}

/** Creates an empty list of slots. */
export function createFrameSlots(): FrameSlots {
  const pointers: string[] = [];
  return {
    pointers,
    slotOf(pointer) {
      const known = pointers.indexOf(pointer);
      return known < 0 ? pointers.push(pointer) - 1 : known;
    },
  };
}
