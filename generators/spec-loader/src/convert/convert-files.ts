import type { Problem } from "../diagnostics/problem.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject } from "../json/json-value.ts";
import type { FileSet } from "../references/load-files.ts";
import { type LoadedFile, specFile } from "../text/file-store.ts";
import { type Converter, createConverter, type Rules } from "./converter.ts";
import { type ConvertedPart, createLinkTexts } from "./link-texts.ts";
import {
  findOrigin,
  itemsAt,
  kept,
  type LinkText,
  list,
  membersAt,
  object,
  type Part,
  type Place,
  partValue,
} from "./part.ts";

/** A converted file: its parts, and its value. The places in the value are those of the original. */
export interface ConvertedFile extends ConvertedPart {
  readonly linkText: LinkText;
  readonly converted: LoadedFile;
}

/**
 * Converts the entry of a document, and the parts of other files that belong to it, in place. Adds
 * whatever has no equivalent to `problems`.
 */
export function convertFiles(
  entry: LoadedFile,
  set: FileSet,
  rules: Rules,
  problems: Problem[],
): readonly ConvertedFile[] {
  const converter = createConverter(rules, set, problems);
  const parts = new Map<string, ConvertedPart>();
  const root = { file: entry, pointer: "", value: entry.spec.root };
  parts.set(entry.spec.file, { file: entry, part: converter.convert(rules.grammar.root, root) });
  for (const [name, file] of set.files) {
    if (file !== entry) parts.set(name, { file, part: convertParts(converter, file, set) });
  }
  const textsIn = createLinkTexts(parts);
  return [...parts.values()].map(({ file, part }) => {
    const linkText = textsIn(file);
    return { file, part, linkText, converted: convertedFile(file, part, linkText) };
  });
}

/** Converts the parts of a file that belong to a document. */
function convertParts(converter: Converter, file: LoadedFile, { parts }: FileSet): Part {
  const kinds = new Map<string, string>();
  /** The pointers above the parts. */
  const above = new Set<string>();
  for (const { place, shape } of parts) {
    if (place.file !== file.spec.file || shape.is !== "node") continue;
    kinds.set(place.pointer, shape.kind);
    const tokens = pointerTokens(place.pointer) ?? [];
    for (const index of tokens.keys()) above.add(joinPointer("", ...tokens.slice(0, index)));
  }
  return rebuildValue({ file, pointer: "", value: file.spec.root });

  function rebuildValue(place: Place): Part {
    const kind = kinds.get(place.pointer);
    if (kind !== undefined) return converter.convert(kind, place);
    if (!above.has(place.pointer)) return kept(place);
    if (isJsonArray(place.value)) return list(place, itemsAt(place).map(rebuildValue));
    if (!isJsonObject(place.value)) return kept(place);
    return object(
      place,
      membersAt(place).map(([key, member]) => [key, rebuildValue(member)] as const),
    );
  }
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
