import type { Contract, Schema } from "@specwright/contract";
import { pointerTokens, type Source } from "@specwright/spec-loader";
import type { Subject } from "../changes/change.ts";

/** Finds the named schema that a schema is part of. */
export class SchemaSubjects {
  readonly #names = new Map<string, string>();
  /** The names of all named schemas. */
  readonly names: ReadonlySet<string>;

  constructor(contract: Contract) {
    for (const { name, origin, schema } of contract.declarations) {
      if (origin === "schema") this.#names.set(keyOf(schema.source), name);
    }
    this.names = new Set(this.#names.values());
  }

  /** Returns the named schema and the path inside it, or undefined for an inline schema. */
  subjectOf({ source }: Schema): Subject | undefined {
    const tokens = pointerTokens(source.pointer) ?? [];
    for (let length = tokens.length; length >= 0; length -= 1) {
      const pointer = source.pointer
        .split("/")
        .slice(0, length + 1)
        .join("/");
      const name = this.#names.get(keyOf({ ...source, pointer }));
      if (name === undefined) continue;
      const path = memberPath(tokens.slice(length));
      return { kind: "schema", name, ...(path !== "" && { path }) };
    }
    return undefined;
  }
}

/** Returns the path of a schema inside another one, such as `lines[].price`. */
export function pathBetween(outer: Source, inner: Source): string {
  const isInside = inner.file === outer.file && `${inner.pointer}/`.startsWith(`${outer.pointer}/`);
  const tokens = pointerTokens(isInside ? inner.pointer.slice(outer.pointer.length) : "");
  return memberPath(tokens ?? []);
}

function keyOf({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}

const named: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
const numbered: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Turns the tokens of a pointer inside a schema into `lines[].price`. */
function memberPath(tokens: readonly string[]): string {
  let path = "";
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    const next = tokens[index + 1];
    if (named.has(token) && next !== undefined) {
      path += path === "" ? next : `.${next}`;
      index += 1;
    } else if (numbered.has(token) && next !== undefined) {
      path += token === "prefixItems" ? `[${next}]` : `<${token} ${next}>`;
      index += 1;
    } else {
      path += token === "items" ? "[]" : token === "additionalProperties" ? ".*" : `<${token}>`;
    }
  }
  return path;
}
