import { detectDocument } from "./detect-document.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { type Problem, toDiagnostics } from "./diagnostics/problem.ts";
import { lintComponents } from "./lint/components.ts";
import { lintExamples } from "./lint/examples.ts";
import { lintOperation } from "./lint/operation.ts";
import { lintSchema } from "./lint/schema.ts";
import { lintTexts } from "./lint/texts.ts";
import type { Specification } from "./specification.ts";
import { pointerOf } from "./text/file-store.ts";
import { walkSpecification } from "./walk-specification.ts";

/**
 * Returns advice on the quality of a document: undocumented or unnamed parts, missing examples,
 * unused components. Returns only warnings and infos, in the order of the text.
 */
export function lintSpecification(specification: Specification): readonly Diagnostic[] {
  const { entry } = specification;
  const document = detectDocument(entry.file, entry.root);
  if ("code" in document) return [];
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const references = walkSpecification(specification, document, (file) => ({
    object: (kind, object, path) => {
      const node = { kind: kind.name, object, path, source: { file, pointer: pointerOf(path) } };
      lintTexts(node, report);
      lintOperation(node, document, entry.root, report);
      lintExamples(node, specification.resolve, report);
      lintSchema(node, report);
    },
  }));
  lintComponents(specification, references, report);
  return toDiagnostics(problems, specification.locate, [...specification.files.keys()]);
}
