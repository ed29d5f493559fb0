import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { type Repair, readAs } from "../diagnostics/repair.ts";
import { foreignMetaschema, type Grammar, type Kind, type Shape } from "../grammar/shape.ts";
import { type Mismatch, typeName, type Visitor, withArticle } from "../grammar/walk.ts";
import { joinPointer, nearestName } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../json/json-value.ts";
import { readPattern } from "../patterns/ecma-pattern.ts";
import { repairChoice, repairMissing } from "../repair/repair-fields.ts";
import { repairMismatch } from "../repair/repair-mismatch.ts";
import { scalarText } from "../repair/scalar-text.ts";
import { type LoadedFile, pointerOf } from "../text/file-store.ts";

/** Called with each problem that a check finds. */
export type Report = (problem: Problem) => void;

const schemaTypes: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/**
 * Creates a visitor that checks types, required fields and fixed values against the grammar. With `quiet`,
 * the visitor reports unknown fields only in schemas and beside references.
 */
export function structureVisitor(
  grammar: Grammar,
  loaded: LoadedFile,
  quiet: boolean,
  report: Report,
): Visitor {
  const { file } = loaded.spec;
  /** The places of objects with a custom metaschema. Below these places, any keyword may be valid. */
  const vocabularies: string[] = [];
  return {
    object: (kind, object, path) => {
      const field = kind.name === "Schema" ? "$schema" : "jsonSchemaDialect";
      if (foreignMetaschema(memberOf(object, field)) !== undefined) {
        vocabularies.push(pointerOf(path));
      }
      if (kind.name === "Schema") checkSchema(loaded, object, path, report);
      else checkFields(file, kind, object, path, report);
    },
    mismatch: (mismatch) => {
      const { wanted, value, path, owner } = mismatch;
      // A binding may be a schema for one protocol and a string for another.
      if (owner?.name === "Binding") return;
      const strayed = fixAmongPaths(mismatch);
      const message = `${mismatchName(mismatch)} ${strayed ? `is not a path: paths start with "/"` : `must be ${describeShape(wanted)}`}; this is ${withArticle(typeName(value))}`;
      const repair = repairMismatch(grammar, loaded, mismatch);
      report({
        code: "FIELD_TYPE",
        source: { file, pointer: pointerOf(path) },
        message,
        ...(strayed && { fix: strayed }),
        ...(repair && { repair }),
      });
    },
    unknownField: (kind, key, object, path) => {
      const isSchema = kind.name === "Schema";
      const place = `${pointerOf(path)}/`;
      if (isSchema && vocabularies.some((above) => place.startsWith(`${above}/`))) return;
      // The check of the AsyncAPI rules reports other unknown fields. It does not see fields beside a
      // `$ref`, because it checks the target instead.
      if (quiet && !isSchema && !Object.hasOwn(object, "$ref")) return;
      const fix = fixOfUnknown(kind, key, memberOf(object, key));
      report({
        code: isSchema ? "KEYWORD_UNKNOWN" : "FIELD_UNKNOWN",
        source: { file, pointer: joinPointer(pointerOf(path), key) },
        message: isSchema
          ? `a schema has no keyword ${JSON.stringify(key)}`
          : `the ${kind.name} object has no field ${JSON.stringify(key)}`,
        ...(fix === undefined ? {} : { fix }),
      });
    },
  };
}

/**
 * Returns how to fix an unknown field. In `{ description: Why, for people. }`, YAML ends the text at the
 * comma, so the rest of the text becomes a key.
 */
function fixOfUnknown(kind: Kind, key: string, value: JsonValue | undefined): string | undefined {
  if (value === null && /\s|[.!?]$/.test(key)) {
    return "Quote the text before this: between braces, an unquoted comma ends a value.";
  }
  const near = nearestName(key, [...kind.fields.keys()]);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

function checkFields(
  file: string,
  kind: Kind,
  object: JsonObject,
  path: readonly string[],
  report: Report,
): void {
  for (const field of kind.required) {
    if (Object.hasOwn(object, field)) continue;
    const message = `the ${kind.name} object needs the field "${field}"`;
    const source = { file, pointer: pointerOf(path) };
    const repair = repairMissing(kind, field, object, source);
    report({ code: "FIELD_MISSING", source, message, ...(repair && { repair }) });
  }
  for (const [field, choices] of kind.choices) {
    const value = memberOf(object, field);
    if (typeof value !== "string" || choices.includes(value)) continue;
    const near = nearestName(value, choices);
    const place = { file, pointer: pointerOf(path) };
    const repair = repairChoice(kind, value, choices, place, field);
    report({
      code: "FIELD_VALUE",
      source: { file, pointer: joinPointer(pointerOf(path), field) },
      message: `"${field}" is ${JSON.stringify(value)}; it must be one of ${choices.join(", ")}`,
      ...(near === undefined ? {} : { fix: `Did you mean ${near}?` }),
      ...(repair && { repair }),
    });
  }
}

function checkSchema(
  loaded: LoadedFile,
  schema: JsonObject,
  path: readonly string[],
  report: Report,
): void {
  const { file } = loaded.spec;
  checkEnum(loaded, schema, pointerOf(path), report);
  const type = memberOf(schema, "type");
  for (const [index, each] of (isJsonArray(type) ? type : [type]).entries()) {
    if (each === undefined || (typeof each === "string" && schemaTypes.has(each))) continue;
    if (!isJsonArray(type) && typeof each !== "string") continue;
    const tokens = isJsonArray(type) ? ["type", index] : ["type"];
    const source = { file, pointer: joinPointer(pointerOf(path), ...tokens) };
    const repair = repairType(each, source);
    const near = typeof each === "string" ? nearestName(each, [...schemaTypes]) : undefined;
    report({
      code: "SCHEMA_TYPE_UNKNOWN",
      source,
      message: `unknown JSON Schema type ${typeText(each)}`,
      ...(near !== undefined && { fix: `Did you mean ${near}?` }),
      ...(repair && { repair }),
    });
  }
  const pattern = memberOf(schema, "pattern");
  if (typeof pattern === "string")
    checkPattern(pattern, { file, pointer: joinPointer(pointerOf(path), "pattern") }, report);
  const patterns = memberOf(schema, "patternProperties");
  if (!isJsonObject(patterns)) return;
  const pointer = joinPointer(pointerOf(path), "patternProperties");
  for (const each of Object.keys(patterns))
    checkPattern(each, { file, pointer: joinPointer(pointer, each) }, report);
}

function checkPattern(written: string, source: Source, report: Report): void {
  const { pattern, translated } = readPattern(written);
  if (pattern === undefined) {
    const message = `${JSON.stringify(written)} is not an ECMAScript regular expression`;
    report({ code: "PATTERN_INVALID", source, message });
  } else if (translated.length > 0) {
    const message = `${translated.join(" and ")} belongs to another dialect; the pattern is read as ${JSON.stringify(pattern)}`;
    report({ code: "PATTERN_TRANSLATED", source, message });
  }
}

/**
 * Returns the repair of an invalid `type`. YAML reads an unquoted `null` as a null value, and some authors
 * write types in capitals.
 */
function repairType(type: JsonValue, source: Source): Repair | undefined {
  if (type === null) return readAs(source, "null");
  const folded = typeof type === "string" ? type.toLowerCase() : "";
  return schemaTypes.has(folded) ? readAs(source, folded) : undefined;
}

function typeText(value: JsonValue): string {
  return typeof value === "string" ? JSON.stringify(value) : `(${withArticle(typeName(value))})`;
}

/** Returns how to fix a field in `paths` that is not a path. */
function fixAmongPaths({ wanted, path, owner }: Mismatch): string | undefined {
  const key = path.at(-1) ?? "";
  const isPath = wanted.is === "node" && wanted.kind === "PathItem" && owner?.name === "Paths";
  if (!isPath || key.startsWith("/") || key.startsWith("x-")) return undefined;
  return `Move ${JSON.stringify(key)} into each path that needs it; OpenAPI has no field that applies to all paths.`;
}

/**
 * Returns the name of a value for messages: its key, or the list and the index of an item (`"tags[0]"`).
 */
function mismatchName({ path, holder }: Mismatch): string {
  const last = path.at(-1);
  if (last === undefined) return "the document";
  return JSON.stringify(holder === "list" ? `${path.at(-2) ?? ""}[${last}]` : last);
}

function describeShape(shape: Shape): string {
  switch (shape.is) {
    case "data":
      return shape.types.map(withArticle).join(" or ");
    case "list":
      return "a list";
    case "map":
      return "an object";
    case "node":
      return shape.kind === "Schema" ? "a schema" : `an object (${shape.kind})`;
    case "either":
      return `${describeShape(shape.other)} or ${describeShape(shape.list)}`;
    default:
      return shape satisfies never;
  }
}

/** The maximum number of enum values in a message. */
const MAX_SHOWN = 3;

/** Reports the values of an `enum` that do not have the type of their schema. */
export function checkEnum(
  file: LoadedFile,
  schema: JsonObject,
  pointer: string,
  report: (problem: Problem) => void,
): void {
  const type = memberOf(schema, "type");
  const values = memberOf(schema, "enum");
  if (type === undefined || !isJsonArray(values)) return;
  const types = isJsonArray(type) ? type : [type];
  // The check allows null in every enum, because authors often forget null in the type.
  const unfit = values.filter(
    (value) => value !== null && !valueTypes(value).some((each) => types.includes(each)),
  );
  if (unfit.length === 0) return;
  const source = { file: file.spec.file, pointer: joinPointer(pointer, "enum") };
  const names = unfit.slice(0, MAX_SHOWN).map(enumValue);
  const more = unfit.length > MAX_SHOWN ? ", ..." : "";
  const repair = repairEnum(file, types, values, unfit, pointer);
  report({
    code: "ENUM_TYPE_MISMATCH",
    source,
    message: `the enum has ${names.join(", ")}${more}, but the type of the schema is ${types.join(" or ")}`,
    ...(repair && { repair }),
  });
}

/**
 * Returns the repair of an enum that contradicts its type. If the type is object or array, but all values
 * have the same simple type, the simple type replaces the type. If the type is string, YAML has read
 * unquoted texts as numbers or booleans.
 */
function repairEnum(
  file: LoadedFile,
  types: readonly JsonValue[],
  values: readonly JsonValue[],
  unfit: readonly JsonValue[],
  pointer: string,
): Repair | undefined {
  const [type, ...others] = types;
  if (others.length > 0 || unfit.some((value) => typeof value === "object")) return undefined;
  const unfitOnes = new Set(unfit);
  const place = (...tokens: readonly (string | number)[]) => ({
    file: file.spec.file,
    pointer: joinPointer(pointer, ...tokens),
  });
  if (type === "object" || type === "array") {
    const isWhole = values.every((value) => value === null || unfitOnes.has(value));
    if (!isWhole) return undefined;
    const [found, ...rest] = new Set(unfit.map((value) => valueTypes(value)[0]));
    return found === undefined || rest.length > 0 ? undefined : readAs(place("type"), found);
  }
  if (type !== "string" || file.spec.format === "json") return undefined;
  const texts = values.map((value, index) => {
    if (typeof value === "object" || !unfitOnes.has(value)) return value;
    return scalarText(file, place("enum", index).pointer, value);
  });
  return readAs(place("enum"), texts);
}

/** Lists the JSON Schema types that match a value. The narrowest type is first. */
function valueTypes(value: JsonValue): readonly string[] {
  if (value === null) return ["null"];
  if (isJsonArray(value)) return ["array"];
  if (typeof value === "bigint" || Number.isInteger(value)) return ["integer", "number"];
  return [typeof value];
}

function enumValue(value: JsonValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" ? "a list or an object" : String(value);
}
