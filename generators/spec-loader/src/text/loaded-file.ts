import { createLineTable, type TextPlace } from "../diagnostics/line-table.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { ResolvedLimits } from "../load-options.ts";
import type { SpecFile } from "../specification.ts";
import { formatOf, parseText } from "./parse-text.ts";

/** A file with its text, its value, and further data that the loader needs. */
export interface LoadedFile {
  readonly spec: SpecFile;
  /** The absolute URL that the file was read from, without fragment. */
  readonly url: string;
  /** Finds the deepest existing place on the path of a pointer. */
  readonly place: (pointer: string) => TextPlace;
  /** Finds the offset of that place in the text. */
  readonly offset: (pointer: string) => number;
}

/** A file, absent if its text cannot be read, and the problems in the text. */
export interface ParsedFile {
  readonly file?: LoadedFile;
  readonly problems: readonly Problem[];
}

/** Parses the text of a file. */
export async function parseFile(
  name: string,
  url: string,
  text: string,
  limits: ResolvedLimits,
): Promise<ParsedFile> {
  const format = formatOf(new URL(url).pathname, text);
  const parsed = await parseText(format, text, limits);
  const places = createLineTable(text);
  const problems = parsed.problems.map(
    ({ code, offset, message, reading }): Problem => ({
      code,
      source: { file: name, pointer: "" },
      place: places(offset),
      message,
      ...(reading !== undefined && { repair: { reading, edits: [] } }),
    }),
  );
  if (parsed.value === undefined) return { problems };
  const offset = (pointer: string) => parsed.offsetOf(pointerTokens(pointer) ?? []);
  return {
    file: {
      spec: specFile(name, format, text, parsed.value),
      url,
      place: (pointer) => places(offset(pointer)),
      offset,
    },
    problems,
  };
}

/** Creates the public part of a file. */
export function specFile(
  file: string,
  format: SpecFile["format"],
  text: string,
  root: JsonValue,
): SpecFile {
  let sorted: JsonValue | undefined;
  return {
    file,
    format,
    text,
    root,
    get sorted() {
      // Only YAML has aliases, through which an object occurs in several places.
      sorted ??= canonicalJson(root, format === "yaml");
      return sorted;
    },
  };
}

/** Joins the tokens of a walk's path to a pointer. */
export function pointerOf(path: readonly string[]): string {
  return joinPointer("", ...path);
}
