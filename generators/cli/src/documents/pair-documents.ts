import { CliError } from "../terminal/cli-error.ts";
import type { DocumentFile, Side } from "./document-file.ts";

/**
 * Two versions of a document. `base` is absent if the document is new, `revision` is absent if it was
 * removed.
 */
export interface DocumentPair {
  readonly base?: DocumentFile;
  readonly revision?: DocumentFile;
}

/**
 * Pairs the documents of two sides. Documents in folders are paired by their paths. If then a single
 * document on each side has no partner, these two are paired. Throws `CliError` if one side is a single
 * document and the other side has several.
 */
export function pairDocuments(base: Side, revision: Side): readonly DocumentPair[] {
  if (!base.isFolder || !revision.isFolder) {
    return [{ base: onlyDocument(base), revision: onlyDocument(revision) }];
  }
  const keys = [...new Set([...base.documents.keys(), ...revision.documents.keys()])].sort();
  const pairs = keys.map((key): DocumentPair => {
    const before = base.documents.get(key);
    const after = revision.documents.get(key);
    return { ...(before && { base: before }), ...(after && { revision: after }) };
  });
  const whole = pairs.filter((pair) => pair.base !== undefined && pair.revision !== undefined);
  const halves = pairs.filter((pair) => !whole.includes(pair));
  const [removed, ...otherRemoved] = halves.flatMap((pair) => pair.base ?? []);
  const [added, ...otherAdded] = halves.flatMap((pair) => pair.revision ?? []);
  if (otherRemoved.length > 0 || otherAdded.length > 0 || !removed || !added) return pairs;
  return [...whole, { base: removed, revision: added }];
}

function onlyDocument({ name, documents }: Side): DocumentFile {
  const [document, ...others] = documents.values();
  if (document !== undefined && others.length === 0) return document;
  throw new CliError(
    "usage",
    `${name} contains ${documents.size} documents, but the other side is one.`,
    `Name one of them: ${[...documents.keys()].join(", ")}.`,
  );
}
