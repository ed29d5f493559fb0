// The names of methods by a rule of the user: a function, or a template.

import type { HttpOperation } from "@specwright/contract";

/** What a rule for names knows of an operation. */
export type NamedOperation = Pick<
  HttpOperation,
  "id" | "method" | "path" | "tags" | "summary" | "deprecated" | "extensions"
>;

/** Returns the name of the method of an operation. */
export type MethodNaming = (operation: NamedOperation) => string;

/**
 * A rule for the names of methods: a function, or a template with `{id}`, `{method}`, `{path}` and
 * `{tag}`, the first tag. The result is made an identifier.
 */
export type MethodNames = MethodNaming | string;

/** Returns the function of a rule. */
export function methodNaming(rule: MethodNames): MethodNaming {
  if (typeof rule === "function") return rule;
  return ({ id, method, path, tags: [tag = ""] }) => {
    const values: Readonly<Record<string, string>> = { id, method, path, tag };
    return rule.replace(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);
  };
}
