import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";

/** Lists the names of the placeholders of a template. */
export function placeholders(value: JsonValue): readonly string[] {
  if (typeof value === "string") {
    const texts = value.replaceAll("{{", "").matchAll(/\{([^}|]*)(?:\|[a-z]*)?\}/g);
    return [...texts].flatMap(([, name]) => name ?? []);
  }
  if (isJsonArray(value)) return value.flatMap(placeholders);
  return isJsonObject(value)
    ? Object.values(value).flatMap((each) => placeholders(each ?? null))
    : [];
}
