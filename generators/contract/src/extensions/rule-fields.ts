// Reads the fields of an extension. Missing, malformed and unknown fields are reported, and a rule with
// such a field is ignored.

import {
  extensionSchemas,
  isJsonObject,
  type JsonValue,
  nearestName,
  pointerTokens,
  sortedKeys,
} from "@specwright/spec-loader";
import { contractDiagnostics } from "../diagnostics/contract-diagnostics.ts";
import type { Build } from "../reading/build.ts";
import { holdsObject, kindOf, memberOf, type Place, pointerSegments } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";

/** Reads the fields of one object of a rule. */
export interface RuleFields {
  text(key: string): string;
  optionalText(key: string): string | undefined;
  /** Reads an optional field that must have one of the given values. */
  optionalChoice<Choice extends string | number>(
    key: string,
    choices: readonly [Choice, ...Choice[]],
  ): Choice | undefined;
  /** Reads a JSON Pointer to a member, and returns its tokens. */
  pointer(key: string): readonly string[];
  /** Reads an optional JSON Pointer to a member. */
  optionalPointer(key: string): readonly string[] | undefined;
  /** Reads a JSON Pointer to a member, or an empty pointer for the whole value, and returns its tokens. */
  bodyPointer(key: string): readonly string[];
  object(key: string): RuleFields;
  place(key: string): Place;
  /**
   * Returns false if a field is invalid or unknown, in this object or in a nested object. Call this method
   * after all fields were read: any other field is unknown.
   */
  complete(): boolean;
}

/** Starts reading a rule; reports a value that is not an object. */
export function ruleFields(build: Build, rule: Place, onWrong: () => void = () => {}): RuleFields {
  let wrong = false;
  const known = new Set<string>();
  const nested: RuleFields[] = [];
  if (!holdsObject(rule)) complain(rule, "an object");

  function complain(place: Place, wanted: string, found?: JsonValue): void {
    wrong = true;
    onWrong();
    const name = place.pointer.slice(place.pointer.lastIndexOf("/") + 1);
    const what = found === undefined && place !== rule ? "is missing" : `is ${kindOf(place.value)}`;
    reportExtension(build, place, `\`${name}\` must be ${wanted}, but ${what}.`);
  }

  function reportUnknown(): void {
    if (!holdsObject(rule)) return;
    for (const key of sortedKeys(rule.value)) {
      const place = memberOf(rule, key);
      if (known.has(key) || key.startsWith("x-") || place === undefined) continue;
      wrong = true;
      const nearest = nearestName(key, [...known]);
      const meant =
        nearest === undefined
          ? `Fields here: ${[...known].sort().join(", ")}.`
          : `Did you mean \`${nearest}\`?`;
      reportExtension(build, place, `Unknown field \`${key}\`. ${meant}`);
    }
  }

  function placeOf(key: string): Place {
    known.add(key);
    const field = holdsObject(rule) ? memberOf(rule, key) : undefined;
    return field ?? { file: rule.file, pointer: `${rule.pointer}/${key}`, value: null };
  }

  function read<Value extends JsonValue>(
    key: string,
    wanted: string,
    fits: (value: JsonValue) => value is Value,
  ): Value | undefined {
    known.add(key);
    if (!holdsObject(rule)) return undefined;
    const value = memberOf(rule, key)?.value;
    if (value !== undefined && fits(value)) return value;
    complain(placeOf(key), wanted, value);
    return undefined;
  }

  function below(place: Place): RuleFields {
    const fields = ruleFields(build, place, () => {
      wrong = true;
      onWrong();
    });
    nested.push(fields);
    return fields;
  }

  function object(key: string): RuleFields {
    read(key, "an object", isJsonObject);
    const place = placeOf(key);
    return holdsObject(place) ? below(place) : nothing;
  }

  function has(key: string): boolean {
    known.add(key);
    return holdsObject(rule) && memberOf(rule, key) !== undefined;
  }

  const text = (key: string): string => read(key, "a non-empty string", isText) ?? "";
  const pointer = (key: string): readonly string[] =>
    pointerTokens(read(key, "a JSON Pointer such as `/payload/id`", isMemberPointer) ?? "") ?? [];
  function choice<Choice extends string | number>(
    key: string,
    choices: readonly [Choice, ...Choice[]],
  ): Choice {
    const fits = (value: JsonValue): value is Choice & JsonValue =>
      choices.some((each) => each === value);
    return read(key, `one of ${choices.join(", ")}`, fits) ?? choices[0];
  }
  return {
    text,
    optionalText: (key) => (has(key) ? text(key) : undefined),
    optionalChoice: (key, choices) => (has(key) ? choice(key, choices) : undefined),
    pointer,
    optionalPointer: (key) => (has(key) ? pointer(key) : undefined),
    bodyPointer: (key) =>
      pointerTokens(read(key, "a JSON Pointer such as `/data`", isPointer) ?? "") ?? [],
    object,
    place: placeOf,
    complete() {
      reportUnknown();
      const areComplete = nested.map((fields) => fields.complete());
      return !wrong && !areComplete.includes(false);
    },
  };
}

/** Replaces a missing object that was already reported. */
const nothing: RuleFields = {
  text: () => "",
  optionalText: () => undefined,
  optionalChoice: () => undefined,
  pointer: () => [],
  optionalPointer: () => undefined,
  bodyPointer: () => [],
  object: () => nothing,
  place: (key) => ({ file: "", pointer: `/${key}`, value: null }),
  complete: () => false,
};

function isText(value: JsonValue): value is string {
  return typeof value === "string" && value !== "";
}

function isMemberPointer(value: JsonValue): value is string {
  return typeof value === "string" && /^(\/([^~/]|~[01])+)+$/.test(value);
}

function isPointer(value: JsonValue): value is string {
  return value === "" || isMemberPointer(value);
}

const pages = "https://github.com/specwright/specwright/blob/main/docs/extensions";

/** Reports a fault in an extension, with a link to the documentation page of the extension. */
export function reportExtension(build: Build, place: Place, message: string): void {
  const segments = pointerSegments(place.pointer);
  const name = segments.findLast((segment) => Object.hasOwn(extensionSchemas, segment));
  const { fix } = contractDiagnostics.EXTENSION_SHAPE;
  const page = name === undefined ? pages : `${pages}/${name}.md`;
  reportProblem(build, "EXTENSION_SHAPE", place, message, `${fix} See ${page}`);
}
