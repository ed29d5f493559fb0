// The names of methods by a rule of the user: a function, or a template.

import type { HttpOperation } from "../model/operation.ts";

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

/** The placeholders of a template, without braces. */
export const methodNamePlaceholders: readonly string[] = ["id", "method", "path", "tag"];

/** A placeholder of a template. */
export interface Placeholder {
  /** The text between the braces. */
  readonly name: string;
  /** The index of the opening brace in the template. */
  readonly at: number;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Lists the placeholders of a template that stand for nothing. */
export function unknownPlaceholders(template: string): readonly Placeholder[] {
  return [...template.matchAll(PLACEHOLDER)]
    .map(({ 1: name = "", index: at }) => ({ name, at }))
    .filter(({ name }) => !methodNamePlaceholders.includes(name));
}

/** Returns the function of a rule. A placeholder that stands for nothing stays as it is. */
export function methodNaming(rule: MethodNames): MethodNaming {
  if (typeof rule === "function") return rule;
  return ({ id, method, path, tags: [tag = ""] }) => {
    const values = new Map([
      ["id", id],
      ["method", method],
      ["path", path],
      ["tag", tag],
    ]);
    return rule.replace(PLACEHOLDER, (written, name: string) => values.get(name) ?? written);
  };
}
