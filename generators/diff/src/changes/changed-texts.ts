import type { JsonValue } from "@specwright/spec-loader";
import type { ChangedTexts } from "./change.ts";

/** The longest text, in characters, that is stored with a change. */
const maxLength = 5_000;

/**
 * Returns both texts of a change, so that a reader can compare them. Empty if one of the values is not a
 * text.
 */
export function changedTexts(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): { readonly texts?: ChangedTexts } {
  const sides = [before, after].map((each) => each ?? undefined);
  const isText = sides.every(
    (each) => each === undefined || (typeof each === "string" && each.length <= maxLength),
  );
  if (!isText || sides.every((each) => each === undefined)) return {};
  return {
    texts: {
      ...(typeof before === "string" && { before }),
      ...(typeof after === "string" && { after }),
    },
  };
}
