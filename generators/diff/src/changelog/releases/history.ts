// The history file contains the releases of all interfaces. Each build of feeds and pages reads this file.

import type { Position } from "@specwright/spec-loader";
import { type Change, changeClasses } from "../../changes/change.ts";
import { jsonText } from "../../report/json-text.ts";
import { ChangelogError } from "../changelog-error.ts";
import type { PublishedInterface, Release } from "./release.ts";

/**
 * Reads the releases from a history file: `{ "releases": [...] }`. The releases of each interface must be
 * in order of publication, the oldest first.
 *
 * @throws {ChangelogError} `invalid_history`; the message names the invalid member.
 */
export function readHistory(text: string): readonly Release[] {
  const { releases } = asObject(parseHistory(text), "the history");
  return asArray(releases, "releases").map((each, index) => readRelease(each, `releases/${index}`));
}

/** Writes a history file with one release per line. Large integers in examples keep all digits. */
export function printHistory(releases: readonly Release[]): string {
  const lines = releases.map(
    (release) => `    ${jsonText(Object.fromEntries(Object.entries(release)))}`,
  );
  return `{\n  "releases": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

function parseHistory(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    throw new ChangelogError("invalid_history", `The history is not JSON: ${String(error)}`, {
      cause: error,
    });
  }
}

function readRelease(value: unknown, place: string): Release {
  const release = asObject(value, place);
  const owner = asObject(release["interface"], `${place}/interface`);
  for (const name of ["key", "previous", "date", "revised", "title", "notes"]) {
    if (release[name] !== undefined) asText(release[name], `${place}/${name}`);
  }
  const commits = asArray(release["commits"] ?? [], `${place}/commits`);
  for (const [index, each] of commits.entries()) checkCommit(each, `${place}/commits/${index}`);
  const tags = release["operationTags"];
  if (tags !== undefined) {
    for (const [name, each] of Object.entries(asObject(tags, `${place}/operationTags`))) {
      const at = `${place}/operationTags/${name}`;
      asArray(each, at).forEach((tag, index) => {
        asText(tag, `${at}/${index}`);
      });
    }
  }
  return {
    ...(release as Partial<Release>),
    interface: readInterface(owner, `${place}/interface`),
    version: asText(release["version"], `${place}/version`),
    changes: asArray(release["changes"], `${place}/changes`).map((each, index) =>
      readChange(each, `${place}/changes/${index}`),
    ),
  };
}

function checkCommit(value: unknown, place: string): void {
  const commit = asObject(value, place);
  for (const name of ["id", "subject", "url"]) asText(commit[name], `${place}/${name}`);
  for (const [index, each] of asArray(commit["authors"], `${place}/authors`).entries()) {
    const author = asObject(each, `${place}/authors/${index}`);
    asText(author["name"], `${place}/authors/${index}/name`);
    if (author["url"] !== undefined) asText(author["url"], `${place}/authors/${index}/url`);
  }
  if (commit["pull"] === undefined) return;
  const pull = asObject(commit["pull"], `${place}/pull`);
  for (const name of ["name", "url"]) asText(pull[name], `${place}/pull/${name}`);
}

function readInterface(
  { id, title, url }: Readonly<Record<string, unknown>>,
  place: string,
): PublishedInterface {
  return {
    id: asText(id, `${place}/id`),
    title: asText(title, `${place}/title`),
    url: asText(url, `${place}/url`),
  };
}

function readChange(value: unknown, place: string): Change {
  const change = asObject(value, place);
  for (const name of ["ruleId", "message", "why", "fingerprint"]) {
    asText(change[name], `${place}/${name}`);
  }
  if (!changeClasses.some((each) => each === change["class"]))
    failHistory(`${place}/class`, "a class");
  const subject = asObject(change["subject"], `${place}/subject`);
  for (const name of ["kind", "name"]) asText(subject[name], `${place}/subject/${name}`);
  for (const list of ["affects", "milderIn"] as const) {
    if (list === "milderIn" && change[list] === undefined) continue;
    asArray(change[list], `${place}/${list}`).forEach((each, index) => {
      const affected = asObject(each, `${place}/${list}/${index}`);
      for (const name of ["operation", "part"]) {
        asText(affected[name], `${place}/${list}/${index}/${name}`);
      }
    });
  }
  if (change["witness"] !== undefined) asObject(change["witness"], `${place}/witness`);
  if (change["texts"] !== undefined) {
    const texts = asObject(change["texts"], `${place}/texts`);
    for (const side of ["before", "after"]) {
      if (texts[side] !== undefined) asText(texts[side], `${place}/texts/${side}`);
    }
  }
  if (change["sunset"] !== undefined) asText(change["sunset"], `${place}/sunset`);
  return {
    ...(value as Change),
    ...(change["base"] !== undefined && { base: readPosition(change["base"], `${place}/base`) }),
    ...(change["revision"] !== undefined && {
      revision: readPosition(change["revision"], `${place}/revision`),
    }),
  };
}

/** Reads a position in a document. Reports of `specwright diff` name the file in the member `path`. */
function readPosition(value: unknown, place: string): Position {
  const { file, path, pointer, line, column } = asObject(value, place);
  return {
    file: asText(file ?? path, `${place}/file`),
    pointer: asText(pointer, `${place}/pointer`),
    line: asNumber(line, `${place}/line`),
    column: asNumber(column, `${place}/column`),
  };
}

function asObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  return failHistory(place, "an object");
}

function asArray(value: unknown, place: string): readonly unknown[] {
  return Array.isArray(value) ? value : failHistory(place, "an array");
}

function asText(value: unknown, place: string): string {
  return typeof value === "string" ? value : failHistory(place, "a string");
}

function asNumber(value: unknown, place: string): number {
  return typeof value === "number" ? value : failHistory(place, "a number");
}

function failHistory(place: string, expected: string): never {
  throw new ChangelogError("invalid_history", `${place} is not ${expected}.`);
}

/**
 * Parses JSON. Integers beyond ±(2^53-1) become bigint so that they keep all digits.
 *
 * @throws {SyntaxError} The text is not JSON.
 */
function readJson(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value);
  const source = context?.source ?? "";
  return isInexact && /^-?\d+$/.test(source) ? BigInt(source) : value;
}
