// Reads an overlay (OpenAPI Overlay 1.0 and 1.1) and checks its structure.

import type { Problem } from "../diagnostics/problem.ts";
import { joinPointer, nearestName } from "../json/json-pointer.ts";
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../json/json-value.ts";
import type { LoadedFile } from "../text/file-store.ts";

/**
 * An action of an overlay. It removes the target, or merges a value into the target. The value is `update`,
 * or a copy of the value that the query `copy` selects.
 */
export interface OverlayAction {
  /** The pointer to the action in the overlay file. */
  readonly pointer: string;
  readonly target: string;
  readonly removes: boolean;
  readonly update?: JsonValue;
  readonly copy?: string;
}

/** The valid parts of an overlay, and its problems. */
export interface Overlay {
  readonly file: LoadedFile;
  /** The URI reference in `extends`, which names the document that the overlay changes. */
  readonly extends?: string;
  readonly actions: readonly OverlayAction[];
  readonly problems: readonly Problem[];
}

const OVERLAY_FIELDS = ["overlay", "info", "extends", "actions"];
const INFO_FIELDS = ["title", "version", "description"];
const ACTION_FIELDS = ["target", "description", "update", "copy", "remove"];

/** Reads an overlay from its file. */
export function readOverlay(file: LoadedFile): Overlay {
  const problems: Problem[] = [];
  const { root } = file.spec;
  const report = (pointer: string, message: string, fix?: string): void => {
    const source = { file: file.spec.file, pointer };
    problems.push({
      ...{ code: "OVERLAY_INVALID", source, message, place: file.place(pointer) },
      ...(fix !== undefined && { fix }),
    });
  };

  function checkFields(value: JsonObject, pointer: string, known: readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (known.includes(key) || key.startsWith("x-")) continue;
      const near = nearestName(key, known);
      const fix =
        near === undefined ? `Remove it. Fields: ${known.join(", ")}.` : `Did you mean ${near}?`;
      report(joinPointer(pointer, key), `Unknown field ${key}`, fix);
    }
  }

  /** Returns a text field. Reports a field that is not a string, and a required field that is missing. */
  function textField(
    value: JsonObject,
    pointer: string,
    key: string,
    isRequired: boolean,
  ): string | undefined {
    const field = memberOf(value, key);
    if (typeof field === "string") return field;
    if (field !== undefined) report(joinPointer(pointer, key), `${key} must be a string`);
    else if (isRequired) report(pointer, `Missing field ${key}`);
    return undefined;
  }

  /** Maps each action, as JSON, to its index. */
  const known = new Map<string, number>();

  function readAction(value: JsonValue, index: number): OverlayAction | undefined {
    const pointer = `/actions/${index}`;
    const text = canonicalText(value);
    const first = known.get(text);
    if (first === undefined) known.set(text, index);
    else report(pointer, `The action repeats /actions/${first}`, "Remove one of them.");
    if (!isJsonObject(value)) {
      report(pointer, "An action must be an object");
      return undefined;
    }
    checkFields(value, pointer, ACTION_FIELDS);
    textField(value, pointer, "description", false);
    const target = textField(value, pointer, "target", true);
    const copy = textField(value, pointer, "copy", false);
    const update = memberOf(value, "update");
    const remove = memberOf(value, "remove");
    if (remove !== undefined && typeof remove !== "boolean") {
      report(`${pointer}/remove`, "remove must be true or false");
    }
    const isAmbiguous = update !== undefined && copy !== undefined && remove !== true;
    if (isAmbiguous) {
      // By the specification, an action with both `update` and `copy` has no effect.
      report(
        `${pointer}/copy`,
        "An action must not have both update and copy",
        "Write two actions.",
      );
    }
    if (target === undefined || isAmbiguous) return undefined;
    return {
      ...{ pointer, target, removes: remove === true },
      ...(update !== undefined && { update }),
      ...(copy !== undefined && { copy }),
    };
  }

  if (!isJsonObject(root)) {
    report("", "An overlay must be an object");
    return { file, actions: [], problems };
  }
  checkFields(root, "", OVERLAY_FIELDS);
  const version = textField(root, "", "overlay", true);
  if (version !== undefined && !/^1\.[01]\.\d+(?:-.+)?$/.test(version)) {
    report("/overlay", `Overlay ${version} is not supported`, "Use 1.0.0 or 1.1.0.");
  }
  const info = memberOf(root, "info");
  if (isJsonObject(info)) {
    checkFields(info, "/info", INFO_FIELDS);
    for (const key of INFO_FIELDS) textField(info, "/info", key, key !== "description");
  } else
    report(
      info === undefined ? "" : "/info",
      info === undefined ? "Missing field info" : "info must be an object",
    );
  const target = textField(root, "", "extends", false);
  const list = memberOf(root, "actions");
  if (!isJsonArray(list) || list.length === 0) {
    report(list === undefined ? "" : "/actions", "actions must be a list with at least one action");
  }
  const actions = (isJsonArray(list) ? list : []).flatMap(
    (value, index) => readAction(value, index) ?? [],
  );
  return { file, actions, problems, ...(target !== undefined && { extends: target }) };
}

/** Returns a text that is the same for all equal values. */
function canonicalText(value: JsonValue): string {
  return JSON.stringify(canonicalJson(value), (_key, member: unknown) =>
    typeof member === "bigint" ? `${member}n` : member,
  );
}
