// Prints JSON values of a document as TypeScript expressions, and names as property keys.

import { type JsonObject, type JsonValue, readPattern } from "@specwright/spec-loader";
import { fill, group, indent, line, list, type Printable, softline } from "./printable.ts";

/** Formats a JSON value as an expression; integers beyond the safe range as `123n`. */
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
 * Formats a name as a property key of an object literal, an interface or a class: `name` or
 * `"odd-name"`.
 */
export function propertyKey(name: string): string {
  // A plain `__proto__` key in an object literal sets the prototype; a computed key is a property.
  if (name === "__proto__") return '["__proto__"]';
  return plainKey.test(name) ? name : stringLiteral(name);
}

/** Formats the access to a property: `.name` or `["odd-name"]`. */
export function propertyAccess(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

const plainKey = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,14})$/;

function numberLiteral(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return String(value).replace("e+", "e");
}

function arrayLiteral(values: readonly JsonValue[]): Printable {
  // Numbers fill the lines, as formatters print them.
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

// Strings of a document as TypeScript string literals.

/**
 * Formats text as a string literal, in the quotes that need fewer escapes; control and direction
 * characters are escaped.
 */
export function stringLiteral(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replace(unsafe, (character) => escapeStringCharacter(character))
    // A generated file can be inlined in an HTML page.
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

// Control characters, line separators, and marks that change the display of text. `JSON.stringify`
// has already escaped the first 32 control characters.
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escapeStringCharacter(character: string): string {
  const point = (character.codePointAt(0) ?? 0).toString(16);
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, "0")}`;
}

function countCharacter(text: string, character: string): number {
  return text.split(character).length - 1;
}

// Patterns of a document as regular expression literals. `RegExp.prototype.source` escapes
// characters that would end the literal. Control characters and characters that change the
// direction of text are escaped here.

/**
 * Formats a pattern as an expression, with the `u` flag if the pattern is valid with it; undefined
 * for a pattern that is not ECMAScript.
 */
export function regularExpression(pattern: string): string | undefined {
  if (readPattern(pattern).pattern === undefined) return undefined;
  for (const flags of ["u", ""]) {
    const compiled = compilePattern(pattern, flags);
    if (compiled === undefined) continue;
    if (!hidden.test(compiled.source) && isPlain(pattern, flags)) {
      return `/${compiled.source}/${flags}`;
    }
    // Only with `u` is an escape equivalent to the character in every position.
    if (flags === "u" && isPlain(pattern, flags) && !escapedHidden.test(compiled.source)) {
      return `/${compiled.source.replace(hiddenAll, escapePatternCharacter)}/u`;
    }
    const args = flags === "" ? stringLiteral(pattern) : `${stringLiteral(pattern)}, "${flags}"`;
    return `new RegExp(${args})`;
  }
  return undefined;
}

/**
 * Reports whether the compiler accepts a pattern as a literal. It rejects groups that its target
 * language version does not have. Without `u`, it also rejects much that engines accept, except
 * unnecessary escapes.
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

/** Prints a function that returns a JSON value; each call returns a new array or object. */
export function valueFunction(value: JsonValue): Printable {
  const printed = literal(value);
  const isObject = typeof value === "object" && value !== null && !isArray(value);
  return ["() => ", isObject ? ["(", printed, ")"] : printed];
}
