// Pairs the exports of a generated module with the schemas that they were generated from.

import type { SchemaDocuments } from "../reference/schema-documents.ts";
import { createTarget, type Target, tierOf } from "./target.ts";

/** A pair of generated modules, with the text of the module of their types. */
export interface GeneratedCodecs {
  readonly types: string;
  readonly compact: Readonly<Record<string, unknown>>;
  /** Empty if there is no such module. */
  readonly stream: Readonly<Record<string, unknown>>;
}

/** A doc comment that names a place, and the type below it. */
const placedType =
  /@generated from ((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*export (?:type|interface) (\w+)/g;

/** Creates the targets of a generated module; `entry` is its main document. */
export function generatedTargets(
  codecs: GeneratedCodecs,
  documents: SchemaDocuments,
  entry: string,
  examples: (pointer: string) => readonly string[] = () => [],
): readonly Target[] {
  return [...codecs.types.matchAll(placedType)].flatMap(([, place = "", name = ""]) => {
    const segments = place.replaceAll(/\s*\n \* /g, " ").split(" > ");
    // A place in the main document has no file name.
    const file = /\.(?:ya?ml|json)$/.test(segments[0] ?? "") ? (segments.shift() ?? "") : "";
    const pointer = segments.map((segment) => `/${escaped(segment)}`).join("");
    // Parameters and headers are combined from many places, so that none of them has their schema.
    if (pointer.startsWith("/components/headers/")) return [];
    if (!/^\/components\/schemas\/[^/]+$|\/schema$|\/payload$/.test(pointer)) return [];
    const reference = `${file}#${pointer}`;
    const compact = tierOf("compact", codecs.compact, `${name}Codec`);
    const stream = tierOf("stream", codecs.stream, `${name}StreamCodec`);
    const tiers = [compact, stream].filter((tier) => tier !== undefined);
    // A schema shares the codec of its twin.
    if (tiers.length === 0) return [];
    const schema = documents.follow(entry, reference);
    return [createTarget(name, tiers, documents, schema, examples(pointer))];
  });
}

function escaped(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
