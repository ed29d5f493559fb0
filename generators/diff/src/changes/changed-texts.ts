import type { JsonValue } from "@specwright/spec-loader";
import type { ChangedTexts } from "./change.ts";

/** Longer texts are not kept with a change; the document has them. */
const maxLength = 5_000;

/** Returns the texts of a change if it is one of texts, which a reader compares side by side. */
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
