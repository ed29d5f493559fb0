// Applies the actions of overlays to the value of a file (OpenAPI Overlay 1.1, "Action Object"). If an
// array is merged into an array, its items are appended, also for overlays of version 1.0. By that version,
// the whole array would become one item.

import type { Problem } from "../diagnostics/problem.ts";
import { descend, joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { type LoadedFile, specFile } from "../text/file-store.ts";
import { EditedValue, type Origin, originIn, type Token } from "./edited-value.ts";
import { queryOf, readQuery } from "./json-path.ts";
import { nearestTarget } from "./nearest-target.ts";
import type { Overlay, OverlayAction } from "./overlay.ts";

/** A file after its overlays, and the problems of the overlays. */
export interface OverlaidFile {
  readonly file: LoadedFile;
  readonly problems: readonly Problem[];
}

/** Applies overlays to a file, in the order of the list. */
export function applyOverlays(
  file: LoadedFile,
  overlays: readonly Overlay[],
  maxDepth: number,
): OverlaidFile {
  const edited = new EditedValue(file);
  const growth: Growth = { added: 0, maxDepth };
  const problems = overlays.flatMap((overlay) => [
    ...overlay.problems,
    ...overlay.actions.flatMap((action) => applyAction(edited, overlay, action, growth)),
  ]);
  const { spec } = file;
  return {
    file: overlaidFile(file, specFile(spec.file, spec.format, spec.text, edited.root), edited),
    problems,
  };
}

/**
 * Returns a file with an edited value. Finds the position of each value in the file that wrote the value.
 */
function overlaidFile(file: LoadedFile, spec: LoadedFile["spec"], edited: EditedValue): LoadedFile {
  const findOrigin = (pointer: string): Origin => edited.originOf(pointerTokens(pointer) ?? []);
  return {
    spec,
    url: file.url,
    place: (pointer) => {
      const origin = findOrigin(pointer);
      const place = origin.file.place(origin.pointer);
      if (origin.file === file) return place;
      return { ...place, file: origin.file.spec.file, pointer: origin.pointer };
    },
    offset: (pointer) => {
      const origin = findOrigin(pointer);
      // Return the end of the text, because an overlay wrote the value, and the text of the file does not
      // contain the value.
      return origin.file === file ? file.offset(origin.pointer) : spec.text.length;
    },
  };
}

/** The number of values that overlays have added so far, and the maximum depth of the document. */
interface Growth {
  added: number;
  readonly maxDepth: number;
}

/**
 * The maximum number of values that all overlays may add. An action can copy a value into itself, so a few
 * actions could otherwise fill the memory.
 */
const MAX_ADDED = 5_000_000;

function applyAction(
  edited: EditedValue,
  { file }: Overlay,
  action: OverlayAction,
  growth: Growth,
): readonly Problem[] {
  const { target, removes } = action;
  const { maxDepth } = growth;
  const problem: Report = (code, field, message, fix) => {
    const pointer = joinPointer(action.pointer, ...field);
    const source = { file: file.spec.file, pointer };
    return [
      { code, source, message, place: file.place(pointer), ...(fix !== undefined && { fix }) },
    ];
  };
  const query = readQuery(target, maxDepth);
  if ("fault" in query) {
    return problem(
      "OVERLAY_QUERY",
      ["target"],
      `The target is not a JSONPath query: ${query.fault}`,
    );
  }
  const locations = query.find(edited.root);
  if (locations.length === 0) {
    const near = nearestTarget(edited.root, target);
    const fix = near === undefined ? undefined : `Did you mean ${near}?`;
    return problem("OVERLAY_UNMATCHED", ["target"], `The target ${target} selects nothing`, fix);
  }
  if (!removes) return mergeAll(edited, file, action, { locations, growth, problem });
  if (locations.some((location) => location.length === 0)) {
    return problem("OVERLAY_MISMATCH", ["target"], "The whole document cannot be removed");
  }
  // Remove the last location first, because the removal of an array item changes the indexes after it.
  for (const location of [...locations].sort(compareLocations).reverse()) edited.remove(location);
  return [];
}

type Report = (
  code: Problem["code"],
  field: readonly Token[],
  message: string,
  fix?: string,
) => readonly Problem[];

/**
 * Merges the value of an action into all selected targets. Changes nothing if one of the targets has a
 * different type.
 */
function mergeAll(
  edited: EditedValue,
  file: LoadedFile,
  { pointer, update, copy }: OverlayAction,
  {
    locations,
    growth,
    problem,
  }: {
    readonly locations: readonly (readonly Token[])[];
    readonly growth: Growth;
    readonly problem: Report;
  },
): readonly Problem[] {
  let value = update;
  let origin: Origin = { file, pointer: `${pointer}/update` };
  if (copy !== undefined) {
    const query = readQuery(copy, growth.maxDepth);
    if ("fault" in query) {
      return problem("OVERLAY_QUERY", ["copy"], `copy is not a JSONPath query: ${query.fault}`);
    }
    const [source, ...others] = query.find(edited.root);
    if (source === undefined || others.length > 0) {
      const count = source === undefined ? "nothing" : `${others.length + 1} values`;
      return problem("OVERLAY_QUERY", ["copy"], `copy must select one value, and selects ${count}`);
    }
    value = valueAt(edited.root, source);
    origin = edited.originOf(source);
  }
  if (value === undefined) return [];
  const size = countValues(value);
  const deepest = locations.reduce((most, { length }) => Math.max(most, length), 0) + size.depth;
  if (growth.added + size.values * locations.length > MAX_ADDED || deepest > growth.maxDepth) {
    const field = copy === undefined ? "update" : "copy";
    const message = `The action makes the document too large or nests it too deeply: at most ${MAX_ADDED} values may be added, in ${growth.maxDepth} levels`;
    return problem("OVERLAY_INVALID", [field], message, "Copy a smaller part of the document.");
  }
  growth.added += size.values * locations.length;
  // Copy the value, because later actions may change its source.
  if (copy !== undefined) value = structuredClone(value);
  const kinds = new Set(locations.map((location) => mergeType(valueAt(edited.root, location))));
  if (kinds.size > 1) {
    const message = `The target selects ${[...kinds].join(" and ")}. All must have the same type`;
    return problem("OVERLAY_MISMATCH", ["target"], message, "Write one action for each type.");
  }
  for (const location of locations) {
    const found = findMismatch(valueAt(edited.root, location), value);
    if (found === undefined) continue;
    const { path, expected, given } = found;
    const place = queryOf([...location, ...path]);
    const field = copy === undefined ? ["update", ...path] : ["copy"];
    return problem(
      "OVERLAY_MISMATCH",
      field,
      `${given} cannot be merged into ${place}, where ${expected} are`,
    );
  }
  for (const location of locations) mergeValue(edited, location, value, origin);
  return [];
}

interface Size {
  readonly values: number;
  readonly depth: number;
}

function countValues(value: JsonValue): Size {
  if (!isJsonArray(value) && !isJsonObject(value)) return { values: 1, depth: 0 };
  let [values, depth] = [1, 0];
  for (const member of Object.values(value)) {
    const inner = countValues(member ?? null);
    values += inner.values;
    depth = Math.max(depth, inner.depth + 1);
  }
  return { values, depth };
}

function mergeValue(
  edited: EditedValue,
  location: readonly Token[],
  value: JsonValue,
  origin: Origin,
): void {
  const target = valueAt(edited.root, location);
  if (isJsonArray(target)) {
    const { length } = target;
    const [items, origins] = isJsonArray(value)
      ? [value, value.map((_, index) => originIn(origin, index))]
      : [[value], [origin]];
    for (const [index, item] of items.entries()) {
      edited.set([...location, length + index], item, origins[index] ?? origin);
    }
  } else if (isJsonObject(target) && isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const member = value[key] ?? null;
      const at = [...location, key];
      const before = memberOf(target, key);
      if (isJsonArray(before) || isJsonObject(before)) {
        mergeValue(edited, at, member, originIn(origin, key));
      } else edited.set(at, member, originIn(origin, key));
    }
  } else edited.set(location, value, origin);
}

type Kind = "objects" | "arrays" | "primitive values";

function mergeType(value: JsonValue): Kind {
  if (isJsonArray(value)) return "arrays";
  return isJsonObject(value) ? "objects" : "primitive values";
}

interface Mismatch {
  readonly path: readonly string[];
  readonly expected: Kind;
  readonly given: string;
}

const NOUNS: Readonly<Record<Kind, string>> = {
  objects: "An object",
  arrays: "An array",
  "primitive values": "A primitive value",
};

/**
 * Finds the first part of a value that cannot be merged into the target, because the types differ. Any
 * value can be appended to a selected array.
 */
function findMismatch(
  target: JsonValue,
  value: JsonValue,
  path: readonly string[] = [],
): Mismatch | undefined {
  const expected = mergeType(target);
  const isAppended = expected === "arrays" && path.length === 0;
  if (mergeType(value) !== expected && !isAppended) {
    return { path, expected, given: NOUNS[mergeType(value)] };
  }
  if (!isJsonObject(target) || !isJsonObject(value)) return undefined;
  for (const key of Object.keys(value)) {
    const before = memberOf(target, key);
    if (before === undefined) continue;
    const found = findMismatch(before, value[key] ?? null, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueAt(root: JsonValue, location: readonly Token[]): JsonValue {
  return descend(root, location.map(String)).value;
}

function compareLocations(left: readonly Token[], right: readonly Token[]): number {
  for (const [depth, token] of left.entries()) {
    const other = right[depth];
    if (other === undefined) return 1;
    if (token === other) continue;
    if (typeof token === "number" && typeof other === "number") return token - other;
    return `${token}` < `${other}` ? -1 : 1;
  }
  return left.length - right.length;
}
