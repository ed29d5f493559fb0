import type { Problem } from "../diagnostics/problem.ts";
import { type Repair, readAs } from "../diagnostics/repair.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { scalarText } from "../repair/scalar-text.ts";
import type { LoadedFile } from "../text/loaded-file.ts";

/** The number of values that a message shows. */
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
  // Where null is meant to be allowed, the type often does not say so.
  const unfit = values.filter(
    (value) => value !== null && !typesOf(value).some((each) => types.includes(each)),
  );
  if (unfit.length === 0) return;
  const source = { file: file.spec.file, pointer: joinPointer(pointer, "enum") };
  const names = unfit.slice(0, MAX_SHOWN).map(shown);
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
 * Returns the repair of an enum that contradicts its type: names and numbers are no objects or lists,
 * and YAML reads texts without quotes as numbers.
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
    const [found, ...rest] = new Set(unfit.map((value) => typesOf(value)[0]));
    return found === undefined || rest.length > 0 ? undefined : readAs(place("type"), found);
  }
  if (type !== "string" || file.spec.format === "json") return undefined;
  const texts = values.map((value, index) => {
    if (typeof value === "object" || !unfitOnes.has(value)) return value;
    return scalarText(file, place("enum", index).pointer, value);
  });
  return readAs(place("enum"), texts);
}

/** Lists the types that a value has, the closest first. */
function typesOf(value: JsonValue): readonly string[] {
  if (value === null) return ["null"];
  if (isJsonArray(value)) return ["array"];
  if (typeof value === "bigint" || Number.isInteger(value)) return ["integer", "number"];
  return [typeof value];
}

function shown(value: JsonValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" ? "a list or an object" : String(value);
}
