import { type ObjectSchema, type Schema, schemaReferences } from "@specwright/contract";

/** The side that reads a value. Servers read requests, and clients read responses. */
export type Reader = "request" | "response";

/** The keyword that marks properties which are not sent to a reader. */
export const unsentKeyword: Readonly<Record<Reader, "readOnly" | "writeOnly">> = {
  request: "readOnly",
  response: "writeOnly",
};

const known = {
  request: new WeakMap<ObjectSchema, ReadonlySet<string>>(),
  response: new WeakMap<ObjectSchema, ReadonlySet<string>>(),
};

/**
 * Lists the properties that are not sent to a reader. Their schemas are ignored, and so are these names in
 * `required`. A property can be marked in the schema itself, in the target of its reference, or in its
 * `allOf`.
 */
export function unsentNames(schema: ObjectSchema, reader: Reader | undefined): ReadonlySet<string> {
  if (reader === undefined) return none;
  let names = known[reader].get(schema);
  if (names === undefined) {
    names = findNames(schema, reader);
    known[reader].set(schema, names);
  }
  return names;
}

const none: ReadonlySet<string> = new Set();

function findNames(schema: ObjectSchema, reader: Reader): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<Schema>();
  const waiting: Schema[] = [schema];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (each.kind === "boolean" || seen.has(each)) continue;
    seen.add(each);
    each.properties?.forEach((property, name) => {
      if (isUnsent(property, reader)) names.add(name);
    });
    waiting.push(...schemaReferences(each), ...(each.allOf ?? []));
  }
  return names.size === 0 ? none : names;
}

/** Reports whether a property, or the target of its reference, is marked as not sent to the reader. */
function isUnsent(property: Schema, reader: Reader): boolean {
  const seen = new Set<Schema>();
  let each: Schema | undefined = property;
  while (each?.kind === "schema" && !seen.has(each)) {
    if (each[unsentKeyword[reader]] === true) return true;
    seen.add(each);
    each = each.ref?.target;
  }
  return false;
}
