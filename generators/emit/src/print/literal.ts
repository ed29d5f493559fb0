// Prints JSON values as TypeScript expressions, and names as property keys.

import { type JsonObject, type JsonValue, readPattern } from "@specwright/spec-loader";
import { fill, group, indent, line, list, type Printable, softline } from "./printable.ts";

/** Formats a JSON value as an expression. An integer beyond the safe range is a bigint literal. */
export function literal(value: JsonValue): Printable {
  switch (typeof value) {
    case "string":
      return stringLiteral(value);
    case "number":
      return numberLiteral(value);
    case "bigint":
      return `${value}n`;
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      return isArray(value) ? arrayLiteral(value) : objectLiteral(value);
    default:
      return value satisfies never;
  }
}

/**
 * Formats a name as a property key in an object literal, an interface or a class: `name` or `"odd-name"`.
 */
export function propertyKey(name: string): string {
  // In an object literal, the key `__proto__` sets the prototype. A computed key defines a property.
  if (name === "__proto__") return '["__proto__"]';
  return plainKey.test(name) ? name : stringLiteral(name);
}

/** Formats a property access: `.name` or `["odd-name"]`. */
export function propertyAccess(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

const plainKey = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,14})$/;

function numberLiteral(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return String(value).replace("e+", "e");
}

function arrayLiteral(values: readonly JsonValue[]): Printable {
  // Like other formatters, prints several numbers per line.
  if (values.length > 1 && values.every((value) => typeof value === "number")) {
    const items = values.map((value, index) =>
      index === values.length - 1 ? numberLiteral(value) : `${numberLiteral(value)},`,
    );
    return group("[", indent(softline, fill(items)), softline, "]");
  }
  return list("[", values.map(literal), "]");
}

function objectLiteral(value: JsonObject): Printable {
  const items = Object.keys(value).map((key): Printable => {
    const item = value[key] ?? null;
    const text = literal(item);
    if (typeof item === "string") return group(propertyKey(key), ":", indent(line, text));
    return [propertyKey(key), ": ", text];
  });
  return list("{", items, "}", { padding: true });
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

// Formats strings of a document as TypeScript string literals.

/**
 * Formats text as a string literal, with the kind of quotes that needs fewer escapes. Control characters
 * and characters that change the direction of text are escaped.
 */
export function stringLiteral(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replace(unsafe, (character) => escapeStringCharacter(character))
    // A page can contain a generated file inside a `script` element.
    .replace(/<(?=\/script|!--)/gi, "\\u003c");
  const doubles = countCharacter(text, '"');
  if (doubles === 0 || doubles <= countCharacter(text, "'")) return `"${body}"`;
  const swapped = body.replace(/\\.|'/gs, (match) => {
    if (match === '\\"') return '"';
    return match === "'" ? "\\'" : match;
  });
  return `'${swapped}'`;
}

// Printable ASCII without quotes, backslashes and `<`.
const plain = /^[ !#-;=-[\]-~]*$/;

// Matches control characters, line separators, and characters that change how text is displayed.
// `JSON.stringify` has already escaped the first 32 control characters.
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escapeStringCharacter(character: string): string {
  const point = (character.codePointAt(0) ?? 0).toString(16);
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, "0")}`;
}

function countCharacter(text: string, character: string): number {
  return text.split(character).length - 1;
}

// Formats patterns of a document as regular expression literals. `RegExp.prototype.source` escapes
// characters that would end the literal. This code escapes control characters and characters that change
// the direction of text.

/**
 * Formats a pattern as an expression. Adds the `u` flag if the pattern is valid with it. Returns undefined
 * if the pattern is not valid in ECMAScript.
 */
export function regularExpression(pattern: string): string | undefined {
  if (readPattern(pattern).pattern === undefined) return undefined;
  for (const flags of ["u", ""]) {
    const compiled = compilePattern(pattern, flags);
    if (compiled === undefined) continue;
    if (!hidden.test(compiled.source) && isPlain(pattern, flags)) {
      return `/${compiled.source}/${flags}`;
    }
    // With `u`, an escape can replace the character wherever it is. Without `u`, this is not so.
    if (flags === "u" && isPlain(pattern, flags) && !escapedHidden.test(compiled.source)) {
      return `/${compiled.source.replace(hiddenAll, escapePatternCharacter)}/u`;
    }
    const args = flags === "" ? stringLiteral(pattern) : `${stringLiteral(pattern)}, "${flags}"`;
    return `new RegExp(${args})`;
  }
  return undefined;
}

/**
 * Reports whether the TypeScript compiler accepts a pattern as a literal. It rejects groups that the target
 * version of the language does not have. Without `u`, it also rejects patterns that engines accept, except
 * for unnecessary escapes.
 */
function isPlain(pattern: string, flags: string): boolean {
  if (/\(\?(?![:=!]|<[=!])/.test(pattern)) return false;
  if (flags === "u") return true;
  if (/\\[pPk]/.test(pattern)) return false;
  return compilePattern(pattern.replace(/\\([-"'#%&,:;<=>@_`~! ])/g, "$1"), "u") !== undefined;
}

function compilePattern(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

const characters = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\u00a0\\ufeff]";
const hidden = new RegExp(characters, "u");
const hiddenAll = new RegExp(characters, "gu");
const escapedHidden = new RegExp(`\\\\${characters}`, "u");

function escapePatternCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `\\u{${point.toString(16)}}`;
}

/** Prints a function that returns a JSON value. Each call returns a new array or object. */
export function valueFunction(value: JsonValue): Printable {
  const printed = literal(value);
  const isObject = typeof value === "object" && value !== null && !isArray(value);
  return ["() => ", isObject ? ["(", printed, ")"] : printed];
}
