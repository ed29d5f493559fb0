// The context of a check: the value that it examines, and the declarations that it can add.

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

/** Prints the checks of one file, and stores their shared declarations. */
export interface Checker {
  readonly printer: Printer;
  /**
   * Returns the check of a value by a schema; calls the function of its declaration if it has one.
   */
  check(schema: Schema, place: Place): Condition;
  /** Returns the check of a value by the target of a `$ref`. */
  checkReference(target: Schema, place: Place): Condition;
  /** Returns the name of the check of a declaration. */
  predicateOf(declaration: Declaration): string;
  /** Declares a constant before the checks, once for each text; returns its name. */
  constant(name: string, text: Printable): string;
  /** Declares a constant for a rule; returns its name. */
  rule(name: string, rule: Printable): string;
  /** Declares a function for a condition on `value`; returns its name. */
  predicate(name: string, condition: (subject: string) => Condition): string;
  /** Declares a function with the given body; returns its name. */
  body(name: string, body: Printable): string;
  /** Declares a function for an unnamed object, once for all equal objects; returns its name. */
  objectPredicate(schema: ObjectSchema, place: Place): string;
  /**
   * Declares a function for a string, a number or a list that occurs several times in the contract,
   * or for such an optional member; returns its name. Undefined for others, and if a function would
   * not be shorter.
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
   * Set if a schema only tests a value, as under `not`, and decodes nothing. Numbers can then be in parsed
   * form, or another schema may have decoded them. The checker prints rules with this printer.
   */
  readonly asks?: Printer | undefined;
}

/** Returns the checker for schemas that only test a value. */
export function askingChecker(checker: Checker): Checker {
  if (checker.asks !== undefined) return checker;
  const { sharedRule: _, ...printer } = checker.printer;
  const exact: Printer = { ...printer, int64: "number", integers: "exact" };
  return { ...checker, asks: checker.printer, printer: exact };
}

/** A name in words. It is formatted on demand, because most places declare nothing. */
export interface PlaceName {
  readonly before?: PlaceName;
  /** The name of a declaration's type, or the words after the previous name. */
  readonly word: string;
}

/** A value in a check. */
export interface Place {
  /** The expression for the value. */
  readonly subject: string;
  /** The prefix of the names of its declarations; `nameOf` formats it. */
  readonly name: PlaceName;
  /** The declaration being checked. */
  readonly declaration: Declaration;
  /** True while the schema checks the same value as its declaration. */
  readonly inPlace: boolean;
  /** True for a part of a branch of `anyOf` or `oneOf`, as long as it checks the same value. */
  readonly isBranch?: boolean;
  /** True for a member that is always present. */
  readonly isRequired?: boolean;
  /** True if the subject is a variable, which can be repeated without cost. */
  readonly isVariable?: boolean;
}

/** Extends a place to a member of its value, for the subject and the names of declarations. */
export function memberPlace(place: Place, name: string): Place {
  return placeInside(place, `${place.subject}[${stringLiteral(name)}]`, name);
}

/** Returns the place of a value inside the value, with its own subject. */
export function placeInside(place: Place, subject: string, word: string): Place {
  const { declaration } = place;
  const name = { before: place.name, word };
  return { subject, name, declaration, inPlace: false };
}

/** Returns the same place under another name, for a part that may need a declaration. */
export function placePart(place: Place, word: string): Place {
  return { ...place, name: { before: place.name, word } };
}

/** Returns the name of a constant of a place: `lastCmdIdHexPattern`. */
export function constantName(place: Place, word: string): string {
  return camelCase(`${placeName(place)} ${word}`);
}

/** Formats the prefix of the names of a place's declarations, such as `OrderViewPrice`. */
export function placeName({ name }: Pick<Place, "name">): string {
  const { before, word } = name;
  return before === undefined ? word : placeName({ name: before }) + pascalCase(word);
}
