import type { Change } from "@specwright/diff";

/** The position of a change in one of the two documents. */
export interface ChangePlace {
  readonly side: "base" | "revision";
  /** The file, with line and column: `openapi.yaml:12:5`. */
  readonly text: string;
  /** The JSON Pointer to the position. */
  readonly pointer: string;
}

/** Lists the positions of a change: first in the newer document, then in the older one. */
export function changePlaces(change: Change): readonly ChangePlace[] {
  return (["revision", "base"] as const).flatMap((side) => {
    const position = change[side];
    return position === undefined
      ? []
      : [{ side, text: placeText(position), pointer: position.pointer }];
  });
}

/**
 * Omits the folders of an absolute path, because they depend on the machine that compared the documents.
 */
function placeText({ file, line, column }: NonNullable<Change["base"]>): string {
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/]|file:)/.test(file);
  const name = isAbsolute ? (file.split(/[\\/]/).at(-1) ?? file) : file;
  return `${name}:${line}:${column}`;
}
