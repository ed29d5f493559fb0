import type { Problem } from "../diagnostics/problem.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import type { FileSet } from "../references/load-files.ts";
import { type LoadedFile, specFile } from "../text/file-store.ts";
import { createConverter, type Rules } from "./converter.ts";
import { type ConvertedPart, createLinkTexts } from "./link-texts.ts";
import { findOrigin, type LinkText, type Part, partValue } from "./part.ts";

/** A converted file: its parts, and its value. Each place in the value is mapped to the original text. */
export interface ConvertedFile extends ConvertedPart {
  readonly linkText: LinkText;
  readonly converted: LoadedFile;
}

/**
 * Converts the entry file of a document, and the parts of the document in other files. Adds a problem for
 * every part that has no equivalent in the new version.
 */
export function convertFiles(
  entry: LoadedFile,
  set: FileSet,
  rules: Rules,
  problems: Problem[],
  entryName?: string,
): readonly ConvertedFile[] {
  const converter = createConverter(rules, set, problems);
  const parts = new Map<string, ConvertedPart>();
  const root = { file: entry, pointer: "", value: entry.spec.root };
  parts.set(entry.spec.file, { file: entry, part: converter.convert(rules.grammar.root, root) });
  for (const [name, file] of set.files) {
    const place = { file, pointer: "", value: file.spec.root };
    if (file !== entry) parts.set(name, { file, part: converter.partsIn(place) });
  }
  const textsIn = createLinkTexts(parts, { file: entry.spec.file, name: entryName });
  return [...parts.values()].map(({ file, part }) => {
    const linkText = textsIn(file);
    return { file, part, linkText, converted: convertedFile(file, part, linkText) };
  });
}

function convertedFile(file: LoadedFile, part: Part, linkText: LinkText): LoadedFile {
  const { spec, url } = file;
  const originAt = (pointer: string) => findOrigin(part, pointerTokens(pointer) ?? []);
  return {
    spec: specFile(spec.file, spec.format, spec.text, partValue(part, linkText)),
    url,
    place: (pointer) => {
      const origin = originAt(pointer);
      const place = origin.file.place(origin.pointer);
      if (origin.file === file) return place;
      return { ...place, file: origin.file.spec.file, pointer: origin.pointer };
    },
    offset: (pointer) => {
      const origin = originAt(pointer);
      return origin.file === file ? file.offset(origin.pointer) : spec.text.length;
    },
  };
}
