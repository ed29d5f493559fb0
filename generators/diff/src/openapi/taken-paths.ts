// Finds path parameter values that an added operation takes from an existing operation. After `GET
// /users/me` is added, this operation receives the requests that `GET /users/{id}` received with the id
// `me`.

import type { HttpOperation } from "@specwright/contract";
import { isValid } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";

/** The values of path parameters that the existing operation no longer receives. */
export interface TakenPath {
  readonly from: HttpOperation;
  readonly values: ReadonlyMap<string, string>;
}

/** Returns the first operation that accepted the path of an added operation. */
export function takenPath(
  added: HttpOperation,
  others: readonly HttpOperation[],
): TakenPath | undefined {
  for (const from of others) {
    if (from.method !== added.method) continue;
    const values = takenValues(from, added.path);
    if (values === undefined || values.size === 0) continue;
    if ([...values].every(([name, text]) => acceptsParameter(from, name, text)))
      return { from, values };
  }
  return undefined;
}

/**
 * Matches the path of an added operation with the template of an existing one. A parameter matches a
 * parameter.
 */
function takenValues({ path }: HttpOperation, added: string): Map<string, string> | undefined {
  const [before, after] = [path.split("/"), added.split("/")];
  if (before.length !== after.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, segment] of before.entries()) {
    const other = after[index] ?? "";
    // A server prefers a concrete path. An added template never receives the calls of a concrete path.
    if (!segment.includes("{")) {
      if (segment !== other) return undefined;
    } else if (other.includes("{")) {
      if (segmentShape(segment) !== segmentShape(other)) return undefined;
    } else {
      const names = [...segment.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
      const found = segmentPattern(segment).exec(other);
      if (found === null) return undefined;
      for (const [place, name] of names.entries()) values.set(name, found[place + 1] ?? "");
    }
  }
  return values;
}

function segmentShape(segment: string): string {
  return segment.replaceAll(/\{[^}]*\}/g, "{}");
}

function segmentPattern(segment: string): RegExp {
  const texts = segment.split(/\{[^}]*\}/).map((text) => text.replaceAll(/\W/g, "\\$&"));
  return new RegExp(`^${texts.join("(.+)")}$`);
}

/** Reports whether a path parameter accepts a text, as a string or as the value parsed from the text. */
function acceptsParameter({ parameters }: HttpOperation, name: string, text: string): boolean {
  const schema = parameters.find((each) => each.in === "path" && each.name === name)?.schema;
  if (schema === undefined) return true;
  return parsedValues(text).some((value) => isValid(schema, value) !== false);
}

function parsedValues(text: string): readonly JsonValue[] {
  if (text === "true" || text === "false") return [text, text === "true"];
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? [text] : [text, number];
}
