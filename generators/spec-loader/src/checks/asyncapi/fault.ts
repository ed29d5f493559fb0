import { withArticle } from "../../grammar/walk.ts";
import { nearestName } from "../../json/json-pointer.ts";

/** A fault of a value. */
export interface Fault {
  /** The path from the checked value to the faulty value. */
  readonly path: readonly (string | number)[];
  /** The problem, as words that follow the name of the value in a message: `must be a string`. */
  readonly words: string;
  /** One imperative sentence that explains how to fix the value. */
  readonly fix: string;
  /** An unknown field, a wrong type, a wrong fixed value, or a different problem. */
  readonly kind: "field" | "type" | "value" | "other";
  /** The expected types or fixed values, as JSON. */
  readonly wanted?: readonly string[];
}

/** Returns the fault of a value with a type that is not allowed. */
export function typeFault(wanted: readonly string[]): Fault {
  const types = [...new Set(wanted)];
  const words = `must be ${types.map(withArticle).join(" or ")}`;
  return { path: [], words, fix: "Write a value of that type.", kind: "type", wanted: types };
}

/** Returns the fault of a value that is not one of the allowed values. */
export function valueFault(wanted: readonly string[]): Fault {
  const values = [...new Set(wanted)];
  const isOne = values.length === 1;
  const words = `must be ${isOne ? "" : "one of "}${values.join(", ")}`;
  const fix = isOne ? `Write ${values[0]}.` : "Use one of these values.";
  return { path: [], words, fix, kind: "value", wanted: values };
}

/** The maximum number of names to search. A document may contain many misspelt names. */
const mostNames = 300;

/**
 * Returns the fix for an unknown name: a question with the most similar name, or `advice` if no name is
 * similar.
 */
export function didYouMean(name: string, names: readonly string[], advice: string): string {
  const near = names.length > mostNames ? undefined : nearestName(name, names);
  return near === undefined ? advice : `Did you mean ${near}?`;
}
