import { SpecwrightError } from "@specwright/runtime";

/**
 * The possible errors of a cursor. `cursor_unreadable` means that the file of the cursor contains no
 * number.
 */
export type CursorErrorCode = "cursor_unreadable";

/** Thrown if the position of a cursor cannot be read. A guessed position would lose or repeat messages. */
export class CursorError extends SpecwrightError<CursorErrorCode> {
  override readonly name: string = "CursorError";
}
