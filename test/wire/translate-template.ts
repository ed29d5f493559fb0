// Translates templates of RFC 6570 to paths and parameters of OpenAPI.

/** The variables of templates: texts, numbers, lists and objects of texts. */
export type Variables = Readonly<Record<string, unknown>>;

/** A template in OpenAPI, with the values for a call. */
export interface Translation {
  /** Without the slash at its start. */
  readonly path: string;
  readonly parameters: readonly object[];
  readonly request: {
    readonly path: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
  };
}

/** Why OpenAPI cannot express a template. */
export interface Untranslatable {
  readonly reason: string;
}

const styles: Readonly<Record<string, object>> = {
  "": {},
  "/": {},
  "+": { allowReserved: true },
  ".": { style: "label" },
  ";": { style: "matrix" },
};

/** The characters before and between the values of an expression. */
const joints: Readonly<Record<string, readonly [first: string, others: string]>> = {
  "": ["", ","],
  "+": ["", ","],
  "/": ["/", "/"],
};

/** Translates a template, or returns why OpenAPI cannot express it. */
export function translateTemplate(
  template: string,
  variables: Variables,
): Translation | Untranslatable {
  const [, start = "", name = "", last = ""] =
    /^([^?{}]*)\?(\w+)=\{\+(\w+)\}$/.exec(template) ?? [];
  if (name !== "") {
    const parameter = { in: "query", name, allowReserved: true, schema: { type: "string" } };
    const query = { [name]: variables[last] };
    return { path: start, parameters: [parameter], request: { path: {}, query } };
  }
  let path = "";
  const parameters: object[] = [];
  const request = { path: {} as Record<string, unknown>, query: {} as Record<string, unknown> };
  for (const piece of template.split(/(\{[^}]*\})/)) {
    const [, operator = "", list = ""] = /^\{([+#./;?&]?)(.*)\}$/.exec(piece) ?? [];
    if (list === "") {
      if (piece.includes("?")) return { reason: "A path has no query." };
      path += piece;
      continue;
    }
    if (operator === "#") return { reason: "There are no fragments." };
    if (operator === "&" && parameters.length === 0) return { reason: "A path has no query." };
    const isQuery = operator === "?" || operator === "&";
    for (const [index, spec] of list.split(",").entries()) {
      if (spec.includes(":")) return { reason: "There are no prefixes of values." };
      const key = spec.replace("*", "");
      const explode = spec.endsWith("*");
      // The RFC treats null as an undefined value.
      const value = variables[key] ?? undefined;
      const called = decodeURIComponent(key);
      if (explode && operator === "/") return { reason: "No style separates by slashes." };
      if (!isQuery) {
        if (operator !== ";" && isEmpty(value) && !(operator === "." && value === "")) {
          return { reason: "A parameter of a path has a value." };
        }
        if (operator === ";" && value === undefined) {
          return { reason: "A parameter of a path has a value." };
        }
        if (operator === "+" && `${value}`.includes("/")) {
          return { reason: "A value of a path has no slashes." };
        }
        if (Object.hasOwn(request.path, called)) return { reason: "A path has each name once." };
        const [first, others] = joints[operator] ?? ["", ""];
        path += `${index === 0 ? first : others}{${called}}`;
      }
      if (value !== undefined) request[isQuery ? "query" : "path"][called] = value;
      parameters.push({
        ...(isQuery ? { in: "query" } : { in: "path", required: true, ...styles[operator] }),
        name: called,
        explode,
        schema: schemaOf(value),
      });
    }
  }
  return { path: path.replace(/^\//, ""), parameters, request };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(Object(value)).length === 0;
}

function schemaOf(value: unknown): object {
  const text = { type: "string" };
  if (Array.isArray(value)) return { type: "array", items: text };
  if (typeof value === "object") return { type: "object", additionalProperties: text };
  return typeof value === "number" ? { type: "number" } : text;
}
