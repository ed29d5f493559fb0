// Pairs the exports of a generated module with the schemas that they were generated from.

import { basename } from "node:path";
import type { SchemaDocuments } from "../reference/schema-documents.ts";
import { type Target, target, tierOf } from "./target.ts";

/** A pair of generated modules, with the source text of the first. */
export interface GeneratedCodecs {
  readonly text: string;
  readonly compact: Readonly<Record<string, unknown>>;
  /** Empty if there is no such module. */
  readonly stream: Readonly<Record<string, unknown>>;
}

/** A doc comment that names a place, and the codec below it. */
const placedCodec = /@generated from ((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*export const (\w+)Codec\b/g;

/** Creates the targets of a generated module; `entry` is the main document that it came from. */
export function generatedTargets(
  codecs: GeneratedCodecs,
  documents: SchemaDocuments,
  entry: string,
  examples: (pointer: string) => readonly string[] = () => [],
): readonly Target[] {
  return [...codecs.text.matchAll(placedCodec)].flatMap(([, place = "", name = ""]) => {
    const [file = "", ...segments] = place.replaceAll(/\s*\n \* /g, " ").split(" > ");
    const pointer = segments.map((segment) => `/${escaped(segment)}`).join("");
    // Parameters and headers are combined from many places, so no schema is at their place.
    if (pointer.startsWith("/components/headers/")) return [];
    if (!/^\/components\/schemas\/[^/]+$|\/schema$|\/payload$/.test(pointer)) return [];
    const reference = `${file === basename(entry) ? "" : file}#${pointer}`;
    const compact = tierOf("compact", codecs.compact, `${name}Codec`);
    const stream = tierOf("stream", codecs.stream, `${name}StreamCodec`);
    const tiers = [compact, stream].filter((tier) => tier !== undefined);
    const schema = documents.follow(entry, reference);
    return [target(name, tiers, documents, schema, examples(pointer))];
  });
}

function escaped(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
