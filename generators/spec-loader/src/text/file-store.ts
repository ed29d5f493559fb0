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

/** Parses a text in the given format. The parser of YAML is loaded when it is first needed. */
export async function parseText(
  format: "json" | "yaml",
  text: string,
  limits: ParseLimits,
): Promise<ParsedText> {
  if (format === "json") return parseJson(text, limits);
  const { parseYaml } = await import("./parse-yaml.ts");
  return parseYaml(text, limits);
}

/** A file with its text, its value, and further data that the loader needs. */
export interface LoadedFile {
  readonly spec: SpecFile;
  /** The absolute URL that the file was read from, without fragment. */
  readonly url: string;
  /** Finds the deepest existing place on the path of a pointer. */
  readonly place: (pointer: string) => WrittenPlace;
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
      // Only in YAML, by aliases, can an object occur in several places.
      sorted ??= canonicalJson(root, format === "yaml");
      return sorted;
    },
  };
}

/** Joins the tokens of a walk's path to a pointer. */
export function pointerOf(path: readonly string[]): string {
  return joinPointer("", ...path);
}

/** An opened file, or the reason why it has no text. */
export type OpenedFile =
  | { readonly ok: true; readonly file?: LoadedFile; readonly problems: readonly Problem[] }
  | (SourceText & { readonly ok: false });

/** Reads and parses files, each once. */
export interface FileStore {
  readonly open: (url: string) => Promise<OpenedFile>;
  /** Reads a file that may not be a document, such as Markdown. */
  readonly read: (url: string) => Promise<SourceText>;
  /** Replaces a file by another form, with the same problems. */
  readonly replace: (file: LoadedFile) => void;
}

/** Creates a store of the files around an entry document. */
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
