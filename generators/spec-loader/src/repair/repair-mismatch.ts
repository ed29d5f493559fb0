import type { Source } from "../diagnostics/diagnostic.ts";
import { inlineReference, leaveOut, type Repair, readAs } from "../diagnostics/repair.ts";
import { type Grammar, type Kind, type Shape, shapeOfField } from "../grammar/shape.ts";
import type { Mismatch } from "../grammar/walk.ts";
import { descend, joinPointer } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../json/json-value.ts";
import { type LoadedFile, pointerOf } from "../text/file-store.ts";
import { repairMissing } from "./repair-fields.ts";
import { repairNode } from "./repair-node.ts";
import { scalarText } from "./scalar-text.ts";

/**
 * Returns the repair of a value with the wrong type; `undefined` if no repair or more than one is possible.
 */
export function repairMismatch(
  grammar: Grammar,
  file: LoadedFile,
  mismatch: Mismatch,
): Repair | undefined {
  const { wanted, value } = mismatch;
  const source = { file: file.spec.file, pointer: pointerOf(mismatch.path) };
  if (isJsonObject(value) && Object.keys(value).length === 1) {
    const reference = memberOf(value, "$ref");
    if (typeof reference === "string") return inlineReference(source, reference);
  }
  const inMap = inlineMap(mismatch, source);
  if (inMap !== undefined) return inMap;
  if (value === null) return repairNull(grammar, file, mismatch, source);
  switch (wanted.is) {
    case "data":
      return repairData(wanted.types, file, mismatch, source);
    case "list":
      return repairList(grammar, wanted.of, mismatch, source);
    case "map":
      return repairMap(wanted.of, value, source);
    case "node":
      return requiredAmongProperties(mismatch, source) ?? repairNode(wanted.kind, value, source);
    case "either":
      return undefined;
    default:
      return wanted satisfies never;
  }
}

/**
 * Returns the repair of a `$ref` in a map of names. The author meant that the target replaces the whole
 * map: `schemas: { $ref: schemas.yaml }`.
 */
function inlineMap({ value, path, holder }: Mismatch, source: Source): Repair | undefined {
  if (holder !== "map" || path.at(-1) !== "$ref" || typeof value !== "string") return undefined;
  return inlineReference({ ...source, pointer: pointerOf(path.slice(0, -1)) }, value);
}

/**
 * Returns the repair of null. A field with null is treated as missing. A name with null is treated as a
 * name with empty content.
 */
function repairNull(
  grammar: Grammar,
  file: LoadedFile,
  { wanted, path, owner, holder }: Mismatch,
  source: Source,
): Repair | undefined {
  if (holder === "list") return leaveOut(source);
  if (holder === "map") {
    if (wanted.is === "data")
      return wanted.types.includes("string") ? readAs(source, "") : undefined;
    if (wanted.is === "list") return readAs(source, []);
    const kind = wanted.is === "node" ? grammar.kinds.get(wanted.kind) : undefined;
    return kind !== undefined && kind.required.length === 0 ? readAs(source, {}) : undefined;
  }
  // A method with null may be an undocumented operation or a disabled operation, so the repair is not
  // certain.
  if (wanted.is === "node" && wanted.kind === "Operation") return undefined;
  if (owner === undefined) return undefined;
  const field = path.at(-1) ?? "";
  if (owner.required.includes(field)) {
    const around = path.slice(0, -1);
    const object = descend(file.spec.root, around).value;
    const place = { ...source, pointer: pointerOf(around) };
    return isJsonObject(object) ? repairMissing(owner, field, object, place) : undefined;
  }
  return isEntry(owner, field) ? readAs(source, {}) : leaveOut(source);
}

/**
 * Reports whether a key is a name that the author chose, as in `paths` and `responses`. If false, the key
 * is a field.
 */
function isEntry(owner: Kind, key: string): boolean {
  return !owner.fields.has(key) && shapeOfField(owner, key) !== undefined;
}

function repairData(
  types: readonly string[],
  file: LoadedFile,
  { value, path, owner }: Mismatch,
  source: Source,
): Repair | undefined {
  const [type] = types;
  if (typeof value === "string") {
    const flag = types.includes("boolean") ? readFlag(value, path.at(-1)) : undefined;
    if (flag !== undefined) return readAs(source, flag);
    if ((type === "number" || type === "integer") && /^-?\d+(?:\.\d+)?$/.test(value)) {
      const number = Number(value);
      const fits = type === "number" || Number.isSafeInteger(number);
      return fits ? readAs(source, number) : undefined;
    }
  }
  if (type === "string" && /^(?:number|bigint|boolean)$/.test(typeof value)) {
    return readAs(source, scalarText(file, source.pointer, value));
  }
  if (type === "string" && isJsonObject(value) && owner?.name === "Operation") {
    // The tags of an operation are names. Some documents write the whole tag object instead.
    const name = path.at(-2) === "tags" ? memberOf(value, "name") : undefined;
    return typeof name === "string" ? readAs(source, name) : undefined;
  }
  if (type === "array" && !isJsonObject(value)) return readAs(source, [value]);
  if (type === "object" && isJsonArray(value) && value.length === 0) return readAs(source, {});
  return undefined;
}

/**
 * Returns the boolean that a string represents; `undefined` for other strings. In YAML 1.1, `yes` and `no`
 * are booleans.
 */
function readFlag(text: string, field: string | undefined): boolean | undefined {
  if (/^(?:true|yes|on)$/i.test(text)) return true;
  if (/^(?:false|no|off)$/i.test(text)) return false;
  return field === "required" && text === "optional" ? false : undefined;
}

function repairList(
  grammar: Grammar,
  of: Shape,
  { value, path, owner }: Mismatch,
  source: Source,
): Repair | undefined {
  const isRequired = owner?.name === "Schema" && path.at(-1) === "required";
  if (isRequired && (typeof value === "boolean" || value === "true" || value === "false")) {
    return requiredFlag(String(value) === "true", path, source);
  }
  if (isJsonObject(value) && Object.keys(value).length === 0) return readAs(source, []);
  if (of.is === "data") {
    const fits = of.types.includes("string") && typeof value === "string" && value !== "";
    return fits ? readAs(source, [value]) : undefined;
  }
  if (of.is !== "node") return undefined;
  const kind = grammar.kinds.get(of.kind);
  if (kind !== undefined && isJsonObject(value) && fitsKind(kind, value)) {
    return readAs(source, [value]);
  }
  return typeof value === "string" && repairNode(of.kind, value, source) !== undefined
    ? readAs(source, [value])
    : undefined;
}

/**
 * Returns the repair of a list of names in `properties.required`. The list belongs beside `properties`.
 */
function requiredAmongProperties({ value, path }: Mismatch, source: Source): Repair | undefined {
  if (path.at(-1) !== "required" || path.at(-2) !== "properties") return undefined;
  if (!isJsonArray(value) || !value.every((name) => typeof name === "string")) return undefined;
  const list = {
    file: source.file,
    pointer: joinPointer(pointerOf(path.slice(0, -2)), "required"),
  };
  return {
    reading: 'read as the list "required" of the object around it',
    edits: [
      { do: "remove", source },
      ...value.map((name) => ({ do: "append" as const, source: list, value: name })),
    ],
  };
}

/**
 * Returns the repair of `required: true` or `required: false` in a schema. In JSON Schema draft-03, the
 * flag in a property means that the object requires the property. In any other schema, the flag has no
 * effect.
 */
function requiredFlag(
  isRequired: boolean,
  path: readonly string[],
  source: Source,
): Repair | undefined {
  const remove = { do: "remove" as const, source };
  const name = path.at(-2);
  if (!isRequired || name === undefined || path.at(-3) !== "properties") return leaveOut(source);
  const list = {
    file: source.file,
    pointer: joinPointer(pointerOf(path.slice(0, -3)), "required"),
  };
  return {
    reading: `read as ${JSON.stringify(name)} in the list "required" of the object around it`,
    edits: [remove, { do: "append", source: list, value: name }],
  };
}

/**
 * Reports whether an object has all required fields of a kind and no unknown fields, or is a reference.
 */
function fitsKind(kind: Kind, object: JsonObject): boolean {
  if (kind.reference !== "no" && Object.hasOwn(object, "$ref")) return true;
  const isWhole = kind.required.every((field) => Object.hasOwn(object, field));
  return (
    isWhole &&
    Object.keys(object).every((key) => {
      const shape = shapeOfField(kind, key);
      return shape !== undefined && (shape.is !== "list" || isJsonArray(memberOf(object, key)));
    })
  );
}

function repairMap(of: Shape, value: JsonValue, source: Source): Repair | undefined {
  if (!isJsonArray(value)) return undefined;
  if (value.length === 0) return readAs(source, {});
  if (of.is !== "node" || of.kind !== "Example") return undefined;
  const named = value.map((each, index) => {
    const isExample = isJsonObject(each) && Object.hasOwn(each, "value");
    return [`example${index + 1}`, isExample ? each : { value: each }] as const;
  });
  return readAs(source, Object.fromEntries(named), "examples with numbers as names");
}
