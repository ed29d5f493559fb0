import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";

const placeholder = /\{([A-Za-z_][A-Za-z0-9_.-]*)(?:\|(?:upper|lower|string))?\}/g;

/** Lists the names of the placeholders of a template. */
export function placeholders(value: JsonValue): readonly string[] {
  return textsIn(value).flatMap((text) =>
    [...text.replaceAll("{{", "").matchAll(placeholder)].flatMap(([, name]) => name ?? []),
  );
}

/** Returns what is wrong with the braces of a template; undefined if nothing is. */
export function findBraceFault(value: JsonValue): string | undefined {
  for (const text of textsIn(value)) {
    const rest = text.replaceAll("{{", "").replaceAll(placeholder, "");
    const brace = rest.indexOf("{");
    if (brace < 0) continue;
    const [, filter] = /^\{[^{}|]+\|([^{}]*)\}/.exec(rest.slice(brace)) ?? [];
    return filter === undefined
      ? `A \`{\` of \`${text}\` begins no placeholder; write \`{name}\`, or \`{{\` for the brace itself.`
      : `A placeholder of \`${text}\` ends in \`|${filter}\`; it may be \`|upper\`, \`|lower\` or \`|string\`.`;
  }
  return undefined;
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap((each) => textsIn(each ?? null)) : [];
}
