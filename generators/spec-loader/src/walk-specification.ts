import type { DocumentType } from "./detect-document.ts";
import type { Source } from "./diagnostics/diagnostic.ts";
import type { Shape } from "./grammar/shape.ts";
import { type Visitor, walk } from "./grammar/walk.ts";
import { pointerTokens } from "./json/json-pointer.ts";
import type { JsonValue } from "./json/json-value.ts";
import {
  collectReferences,
  createCoverage,
  type FoundReference,
} from "./references/collect-references.ts";
import type { Specification } from "./specification.ts";

/** A reference of a loaded document and its target. */
export interface KnownReference extends FoundReference {
  readonly target: Source;
}

/**
 * Walks all files of a loaded document, the entry file first. Visits each part once. Returns the references
 * of the document.
 */
export function walkSpecification(
  specification: Specification,
  document: DocumentType,
  visitorOf: (file: string) => Visitor,
): readonly KnownReference[] {
  const coverage = createCoverage(document.grammar);
  const references: KnownReference[] = [];
  const { entry, files } = specification;
  const queue: { place: Source; root: JsonValue; value: JsonValue; shape: Shape }[] = [];
  const add = (place: Source, value: JsonValue, shape: Shape) => {
    const root = files.get(place.file)?.root;
    if (root === undefined || !coverage.add(place, root, shape)) return;
    queue.push({ place, root, value, shape });
  };
  add({ file: entry.file, pointer: "" }, entry.root, { is: "node", kind: document.grammar.root });
  for (const { place, root, value, shape } of queue) {
    const path = pointerTokens(place.pointer) ?? [];
    walk(document.grammar, shape, value, path, visitorOf(place.file));
    const from = { file: place.file, root };
    for (const found of collectReferences(document, from, shape, value, path).references) {
      const target = specification.resolve(found.from, found.reference);
      if (!target.found) continue;
      references.push({ ...found, target: target.source });
      add(target.source, target.value, found.shape);
    }
  }
  return references;
}
