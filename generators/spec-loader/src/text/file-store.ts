import { createLineTable, type Problem, type WrittenPlace } from "../diagnostics/problem.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { canonicalJson, type JsonValue } from "../json/json-value.ts";
import type { ResolvedLimits } from "../load-options.ts";
import type { SpecFile } from "../specification.ts";
import { parseJson } from "./parse-json.ts";
import { fileNameOf, type SourceText } from "./read-source.ts";
import type { ParsedText, ParseLimits } from "./text-problem.ts";

/**
 * Detects the format of a text: from the file extension (`.json`, `.yaml`, `.yml`), or else from
 * its first character.
 */
export function formatOf(file: string, text: string): "json" | "yaml" {
  const ending = /\.(json|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending !== undefined) return ending === "json" ? "json" : "yaml";
  return /^\s*[{[]/.test(text) ? "json" : "yaml";
}

/** Parses a text in the given format. Loads the YAML parser only if it is needed. */
export async function parseText(
  format: "json" | "yaml",
  text: string,
  limits: ParseLimits,
): Promise<ParsedText> {
  if (format === "json") return parseJson(text, limits);
  const { parseYaml } = await import("./parse-yaml.ts");
  return parseYaml(text, limits);
}

/** A file with its text and value, and the functions that find positions in the text. */
export interface LoadedFile {
  readonly spec: SpecFile;
  /** The absolute URL of the file, without a fragment. */
  readonly url: string;
  /**
   * Returns the position of the value at a pointer. If the value does not exist, returns the position of
   * its nearest parent.
   */
  readonly place: (pointer: string) => WrittenPlace;
  /** Returns the offset in the text for the same value. */
  readonly offset: (pointer: string) => number;
}

/** A parsed file and the problems in its text. The file is absent if its text cannot be parsed. */
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
      // Only YAML aliases can put the same object into several places.
      sorted ??= canonicalJson(root, format === "yaml");
      return sorted;
    },
  };
}

/** Joins the tokens of a path to a pointer. */
export function pointerOf(path: readonly string[]): string {
  return joinPointer("", ...path);
}

/** A file that was read, or the reason why it could not be read. */
export type OpenedFile =
  | { readonly ok: true; readonly file?: LoadedFile; readonly problems: readonly Problem[] }
  | (SourceText & { readonly ok: false });

/** Reads and parses files. Parses each file only once. */
export interface FileStore {
  readonly open: (url: string) => Promise<OpenedFile>;
  /** Reads a file that may contain any text, such as Markdown. */
  readonly read: (url: string) => Promise<SourceText>;
  /** Replaces the value of a file, and keeps its problems. */
  readonly replace: (file: LoadedFile) => void;
}

/**
 * Creates a store for the files of a document. The names of files are relative to the folder of the entry
 * file.
 */
export function createFileStore(
  entryUrl: string,
  read: (url: string) => Promise<SourceText>,
  limits: ResolvedLimits,
): FileStore {
  const opened = new Map<string, OpenedFile>();
  return {
    read,
    open: async (url) => {
      const known = opened.get(url);
      if (known !== undefined) return known;
      const text = await read(url);
      const result: OpenedFile = text.ok
        ? { ok: true, ...(await parseFile(fileNameOf(url, entryUrl), url, text.text, limits)) }
        : text;
      opened.set(url, result);
      return result;
    },
    replace: (file) => {
      const known = opened.get(file.url);
      opened.set(file.url, { ok: true, problems: known?.ok ? known.problems : [], file });
    },
  };
}
