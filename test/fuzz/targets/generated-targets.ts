// Pairs the exports of a generated module with the schemas that they were generated from.

import type { Place, SchemaDocuments } from "../reference/schema-documents.ts";
import { type Target, target, tierOf } from "./target.ts";

/** A pair of generated modules, with the source text of the first. */
export interface GeneratedCodecs {
  readonly text: string;
  readonly compact: Readonly<Record<string, unknown>>;
  /** Empty if there is no such module. */
  readonly stream: Readonly<Record<string, unknown>>;
}

/**
 * Creates the targets of a generated module. `files` are the documents it was generated from, the
 * main one first.
 */
export function generatedTargets(
  codecs: GeneratedCodecs,
  documents: SchemaDocuments,
  files: readonly string[],
  examples: (pointer: string) => readonly string[] = () => [],
): readonly Target[] {
  const pairs = codecs.text.matchAll(/@generated from #(\S*)\s*\*\/\s*export const (\w+)Codec\b/g);
  return [...pairs].flatMap(([, pointer = "", name = ""]) => {
    // Parameters and headers are combined from many places, so no schema is at their pointer. A
    // header component may stand in another document, at the pointer of a different one in the first.
    if (pointer.startsWith("/components/headers/")) return [];
    if (!/^\/components\/schemas\/[^/]+$|\/schema$|\/payload$/.test(pointer)) return [];
    const place = find(documents, files, `#${pointer}`);
    const compact = tierOf("compact", codecs.compact, `${name}Codec`);
    const stream = tierOf("stream", codecs.stream, `${name}StreamCodec`);
    const tiers = [compact, stream].filter((tier) => tier !== undefined);
    return [target(name, tiers, documents, place, examples(pointer))];
  });
}

/**
 * Looks a pointer up in one document after the other, since generated code does not name the
 * document.
 */
function find(documents: SchemaDocuments, files: readonly string[], pointer: string): Place {
  const [file, ...others] = files;
  if (file === undefined) throw new Error(`${pointer} leads nowhere`);
  try {
    return documents.follow(file, pointer);
  } catch {
    return find(documents, others, pointer);
  }
}
