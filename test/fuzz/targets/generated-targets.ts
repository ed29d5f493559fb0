// Pairs what a generated module exports with the schema it says it was generated from.

import type { Place, SchemaDocuments } from "../reference/schema-documents.ts";
import { type Target, target, tierOf } from "./target.ts";

/** Is a pair of generated modules, with the text of the first. */
export interface GeneratedCodecs {
  readonly text: string;
  readonly compact: Readonly<Record<string, unknown>>;
  /** Empty when there is no such module. */
  readonly stream: Readonly<Record<string, unknown>>;
}

/** Makes the targets of a generated module; `files` are the documents it came from, the main one first. */
export function generatedTargets(
  codecs: GeneratedCodecs,
  documents: SchemaDocuments,
  files: readonly string[],
  examples: (pointer: string) => readonly string[] = () => [],
): readonly Target[] {
  const pairs = codecs.text.matchAll(/@generated from #(\S*)\s*\*\/\s*export const (\w+)Codec\b/g);
  return [...pairs].flatMap(([, pointer = "", name = ""]) => {
    // Parameters and headers are gathered from many places; no schema stands at theirs.
    if (!/^\/components\/schemas\/[^/]+$|\/schema$|\/payload$/.test(pointer)) return [];
    const place = find(documents, files, `#${pointer}`);
    const compact = tierOf("compact", codecs.compact, `${name}Codec`);
    const stream = tierOf("stream", codecs.stream, `${name}StreamCodec`);
    const tiers = [compact, stream].filter((tier) => tier !== undefined);
    return [target(name, tiers, documents, place, examples(pointer))];
  });
}

/** Looks a pointer up in one document after the other; generated code does not say in which it is. */
function find(documents: SchemaDocuments, files: readonly string[], pointer: string): Place {
  const [file, ...others] = files;
  if (file === undefined) throw new Error(`${pointer} leads nowhere`);
  try {
    return documents.follow(file, pointer);
  } catch {
    return find(documents, others, pointer);
  }
}
