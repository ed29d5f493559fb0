import { SpecwrightError } from "@specwright/runtime";

/** The possible errors of a cursor: `cursor_unreadable` means that its file contains no number. */
export type CursorErrorCode = "cursor_unreadable";

/**
 * Thrown for a cursor that cannot be used, because a guessed position would lose or repeat
 * messages.
 */
export class CursorError extends SpecwrightError<CursorErrorCode> {
  override readonly name: string = "CursorError";
}
