// The context of a check: the value to check, and the functions that add declarations to the file.

import {
  camelCase,
  type Declaration,
  type ObjectSchema,
  pascalCase,
  type Schema,
} from "@specwright/contract";
import { stringLiteral } from "../../print/literal.ts";
import type { Printable } from "../../print/printable.ts";
import type { Printer } from "../printer.ts";
import type { Condition } from "./condition.ts";

/** Prints the checks of one file, and collects the declarations that the checks share. */
export interface Checker {
  readonly printer: Printer;
  /** Returns the check of a value. If the schema is a declaration, the check calls its function. */
  check(schema: Schema, place: Place): Condition;
  /** Returns the check of a value by the target of a `$ref`. */
  checkReference(target: Schema, place: Place): Condition;
  /** Returns the name of the function that checks a declaration. */
  predicateOf(declaration: Declaration): string;
  /** Declares a constant before the checks and returns its name. Equal texts share one constant. */
  constant(name: string, text: Printable): string;
  /** Declares a constant for a rule; returns its name. */
  rule(name: string, rule: Printable): string;
  /** Declares a function for a condition on `value`; returns its name. */
  predicate(name: string, condition: (subject: string) => Condition): string;
  /** Declares a function with the given body; returns its name. */
  body(name: string, body: Printable): string;
  /** Declares a function for an unnamed object and returns its name. Equal objects share one function. */
  objectPredicate(schema: ObjectSchema, place: Place): string;
  /**
   * Declares a function for a string, a number or a list, and returns its name. Returns undefined if the
   * contract has no equal schema, or if a function would not make the code shorter. If `isOptional` is
   * true, only optional members count, and the function also accepts `undefined`.
   */
  leafPredicate(schema: ObjectSchema, place: Place, isOptional: boolean): string | undefined;
  /**
   * Declares a function that checks that every item of an array satisfies a predicate; returns its
   * name.
   */
  everyItem(predicate: Printable): string;
  /** Reports whether a schema, or a schema nested in it, restricts numbers. */
  holdsNumbers(schema: Schema): boolean;
  /**
   * Set if a schema only tests a value and must not decode it, as under `not`. Numbers in the value may be
   * in parsed form, or a different schema may already have decoded them. The checker prints its rules with
   * this printer.
   */
  readonly asks?: Printer | undefined;
}

/** Returns a checker for schemas that only test a value, without decoding it. */
export function askingChecker(checker: Checker): Checker {
  if (checker.asks !== undefined) return checker;
  const { sharedRule: _, ...printer } = checker.printer;
  const exact: Printer = { ...printer, int64: "number", integers: "exact" };
  return { ...checker, asks: checker.printer, printer: exact };
}

/** A name as a chain of words. It is formatted only when needed, because most places declare nothing. */
export interface PlaceName {
  readonly before?: PlaceName;
  /** The type name of a declaration, or the words that follow the previous name. */
  readonly word: string;
}

/** A value in a check. */
export interface Place {
  /** The expression for the value. */
  readonly subject: string;
  /**
   * The prefix for the names of constants and functions that the check declares; `placeName` formats it.
   */
  readonly name: PlaceName;
  /** The declaration being checked. */
  readonly declaration: Declaration;
  /** True if the value is the declaration's own value, and not a part of it. */
  readonly inPlace: boolean;
  /** True in a branch of `anyOf` or `oneOf`, while the checked value is still the value of the union. */
  readonly isBranch?: boolean;
  /** True for a member that is always present. */
  readonly isRequired?: boolean;
  /** True if `subject` is a variable, so repeating the expression costs nothing. */
  readonly isVariable?: boolean;
}

/** Returns the place of a member of the value: its subject, and a longer name. */
export function memberPlace(place: Place, name: string): Place {
  return placeInside(place, `${place.subject}[${stringLiteral(name)}]`, name);
}

/** Returns the place of a value that is inside the value of `place`, with a given subject. */
export function placeInside(place: Place, subject: string, word: string): Place {
  const { declaration } = place;
  const name = { before: place.name, word };
  return { subject, name, declaration, inPlace: false };
}

/** Returns the same place with a longer name, for a part that may declare something. */
export function placePart(place: Place, word: string): Place {
  return { ...place, name: { before: place.name, word } };
}

/** Returns the name of a constant that the check of a place declares, such as `lastCmdIdHexPattern`. */
export function constantName(place: Place, word: string): string {
  return camelCase(`${placeName(place)} ${word}`);
}

/** Formats the prefix for the names that the check of a place declares, such as `OrderViewPrice`. */
export function placeName({ name }: Pick<Place, "name">): string {
  const { before, word } = name;
  return before === undefined ? word : placeName({ name: before }) + pascalCase(word);
}
