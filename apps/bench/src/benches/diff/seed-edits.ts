import { seededRandom } from "@specwright/runtime/testing";
import { operationSites, schemaSites } from "./document-sites.ts";
import type { EditableObject } from "./json.ts";
import { operationEdits } from "./operation-edits.ts";
import { type Edit, type ExpectedChange, schemaEdits } from "./schema-edits.ts";

/** A copy of a document with edits, and the changes that a tool must find. */
export interface SeededRevision {
  readonly revision: EditableObject;
  readonly expected: readonly ExpectedChange[];
}

/**
 * Returns a copy of an OpenAPI document with edits. A seed selects the places. A third of the edits
 * are in operations, and the others are in schemas. No component and no operation gets two edits. A
 * small document may get fewer than `count` edits.
 */
export function seedEdits(document: EditableObject, count: number, seed: number): SeededRevision {
  const revision = structuredClone(document);
  const random = seededRandom(seed);
  const expected: ExpectedChange[] = [];
  const draw = <Site>(
    sites: readonly Site[],
    edits: readonly Edit<Site>[],
    identityOf: (site: Site) => string,
    until: number,
  ): void => {
    const waiting = [...sites];
    const edited = new Set<string>();
    for (let turn = 0; expected.length < until && waiting.length > 0; ) {
      const [site] = waiting.splice(random.below(waiting.length), 1);
      const edit = edits[turn % edits.length];
      if (site === undefined || edit === undefined || edited.has(identityOf(site))) continue;
      const change = edit(site);
      // The same edit is tried at the next place. After about 40 failures, a different edit is
      // tried.
      if (change === undefined) {
        if (random.below(40) === 0) turn += 1;
        continue;
      }
      turn += 1;
      edited.add(identityOf(site));
      expected.push(change);
    }
  };
  draw(operationSites(revision), operationEdits, ({ pointer }) => pointer, Math.ceil(count / 3));
  draw(schemaSites(revision), schemaEdits, ({ component }) => component, count);
  return { revision, expected };
}
