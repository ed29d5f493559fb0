import type { DocumentType } from "../detect-document.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { walk } from "../grammar/walk.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import type { FileSet } from "../references/load-files.ts";
import { structureVisitor } from "./check-structure.ts";

/**
 * Checks the structure of a Swagger 2.0 document, in all its files. Skips schemas and unknown fields,
 * because the converted document is checked too.
 */
export function checkSwagger(document: DocumentType, set: FileSet): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { place, value, shape } of set.parts) {
    const file = set.files.get(place.file);
    if (file === undefined) continue;
    const { object, mismatch } = structureVisitor(document.grammar, file, true, (problem) =>
      problems.push(problem),
    );
    walk(document.grammar, shape, value, pointerTokens(place.pointer) ?? [], {
      object: (kind, found, path) => {
        if (kind.name !== "Schema") object?.(kind, found, path);
      },
      ...(mismatch && { mismatch }),
    });
  }
  return problems;
}
