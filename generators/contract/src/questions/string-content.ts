// What draft-07 lets a validator assert of a string's content. In 2020-12 the keywords are annotations.

import { mediaTypeEssence } from "../from-openapi/media-type-name.ts";
import type { ObjectSchema } from "../model/schema.ts";

/**
 * Names the required content of a string, for `content` and `isContent` of the runtime; undefined
 * if it is not checked.
 */
export function stringContent({
  dialect,
  contentEncoding,
  contentMediaType,
}: ObjectSchema): "json" | "base64" | "base64 json" | undefined {
  if (dialect !== "draft-07") return undefined;
  const isJson =
    contentMediaType !== undefined && mediaTypeEssence(contentMediaType) === "application/json";
  if (contentEncoding === undefined) return isJson ? "json" : undefined;
  if (contentEncoding !== "base64") return undefined;
  return isJson ? "base64 json" : "base64";
}
