// `specwright lint`: reports errors in documents and suggests improvements.

import type { Relaxation } from "@specwright/contract";
import { type LoadOptions, loadSpecification } from "@specwright/spec-loader";
import { assertInput, locateInput, overlaysOf } from "../documents/locate-input.ts";
import { rootOf } from "../documents/reference-root.ts";
import { relaxationOf } from "../generate/relaxation-of.ts";
import { type MissingDocument, readTargets, type TargetFlags } from "../generate/targets.ts";
import { lintDiagnostics } from "../lint/lint-diagnostics.ts";
import { applyRules, readLintRules } from "../lint/lint-rules.ts";
import { explainFailure } from "../terminal/explain-failure.ts";
import { documentFolder, hasError, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

const noDocument: MissingDocument = {
  what: "No document was named",
  fix: "Name a document: `specwright lint openapi.yaml`; or run `specwright init`.",
  needed: "a document",
};

export interface LintFlags extends TargetFlags {
  readonly maxWarnings?: number;
  /** Whether to print every diagnostic. By default, only the first ones of each code are printed. */
  readonly all?: boolean;
}

/** Options for reading a document. */
interface DocumentOptions extends Pick<LoadOptions, "overlays" | "root" | "lenient" | "maxFiles"> {
  /** The checks that the configuration disables or weakens. */
  readonly relaxation?: Relaxation;
}

/**
 * Lints the given documents, or those of the configuration. Uses the severities in the configuration.
 * Returns exit code 1 if there is an error, or if there are more than `maxWarnings` warnings.
 */
export async function lintCommand(
  terminal: Terminal,
  inputs: readonly string[],
  flags: LintFlags,
): Promise<number> {
  const { root } = rootOf(terminal.folder, flags.root);
  const { lenient, maxFiles } = flags;
  const documents = new Map<string, DocumentOptions>(
    inputs.map((input) => [
      input,
      {
        ...overlaysOf(terminal.folder, flags.overlay),
        ...(root && { root }),
        ...(lenient && { lenient }),
        ...(maxFiles && { maxFiles }),
      },
    ]),
  );
  if (inputs.length === 0) {
    for (const target of await readTargets(terminal.folder, flags, noDocument)) {
      const within = root ?? target.root;
      documents.set(target.input, {
        relaxation: relaxationOf(target),
        ...(target.overlays !== undefined && { overlays: target.overlays }),
        ...(within !== undefined && { root: within }),
        ...(target.lenient !== undefined && { lenient: target.lenient }),
        ...(target.maxFiles !== undefined && { maxFiles: target.maxFiles }),
      });
    }
  }
  const rules = await readLintRules(terminal.folder, flags);
  let failed = false;
  let warnings = 0;
  for (const [file, { relaxation, ...options }] of documents) {
    terminal.status(`linting ${file} ...`);
    const input = locateInput(terminal.folder, file);
    try {
      assertInput(input, file, terminal.folder);
    } catch (error) {
      await explainFailure(error, terminal);
      failed = true;
      continue;
    }
    const loaded = await loadSpecification(input, {
      ...options,
      ...(flags.allowRemote !== undefined && { allowRemote: flags.allowRemote }),
    });
    const found = applyRules(await lintDiagnostics(loaded, relaxation), rules);
    terminal.status("");
    const folder = documentFolder(terminal, file);
    printDiagnostics(
      terminal,
      found.map((diagnostic) => ({ diagnostic, folder })),
      flags.all === true ? "all" : "first",
    );
    failed ||= hasError(found);
    warnings += found.filter((diagnostic) => diagnostic.severity === "warning").length;
    if (found.length === 0) terminal.out(`${file}: nothing to report`);
  }
  return failed || warnings > (flags.maxWarnings ?? Number.POSITIVE_INFINITY) ? 1 : 0;
}
