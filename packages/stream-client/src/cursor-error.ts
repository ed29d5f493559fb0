import { SpecwrightError } from "@specwright/runtime";

/** Names what is wrong with a cursor: `cursor_unreadable`, its file holds no number. */
export type CursorErrorCode = "cursor_unreadable";

/** Reports a cursor that cannot be gone by. Nobody may guess a place instead. */
export class CursorError extends SpecwrightError<CursorErrorCode> {
  override readonly name: string = "CursorError";
}
