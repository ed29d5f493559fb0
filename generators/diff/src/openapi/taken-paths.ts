// Values that an operation with a concrete path takes over from an operation with a template: `GET
// /users/me` answers requests that `GET /users/{id}` answered with the id `me`.

import type { HttpOperation } from "@specwright/contract";
import { isValid } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";

/** The values of path parameters that an operation no longer gets. */
export interface TakenPath {
  readonly from: HttpOperation;
  readonly values: ReadonlyMap<string, string>;
}

/** Returns the first operation from which an added operation takes valid paths. */
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

/** Matches a path with the template of an operation. Parameters of both match each other. */
function takenValues({ path }: HttpOperation, added: string): Map<string, string> | undefined {
  const [before, after] = [path.split("/"), added.split("/")];
  if (before.length !== after.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, segment] of before.entries()) {
    const other = after[index] ?? "";
    // A server prefers the concrete path, so a template never takes calls from it.
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

/** Reports whether a path parameter accepts a text, as a string or as its parsed value. */
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
