import type { Contract } from "@specwright/contract";
import { joinPointer, type Position, type Source } from "@specwright/spec-loader";

/** Returns the place of the first of some keywords of an object that is written, or of the object. */
export function placeOfKeyword(
  contract: Contract,
  source: Source,
  keywords: readonly string[],
): Position {
  const whole = contract.locate(source);
  for (const keyword of keywords) {
    const { file, pointer } = source;
    const place = contract.locate({ file, pointer: joinPointer(pointer, keyword) });
    // What is not written is located at the object.
    if (place.line !== whole.line || place.column !== whole.column) return place;
  }
  return whole;
}
