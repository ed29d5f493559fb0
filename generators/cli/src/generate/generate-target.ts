// Generates the files of one document in memory: loads the document, builds the contract, and runs the
// emitters.

import { buildContract, type Contract, operationTest } from "@specwright/contract";
import { type EmittedFile, emit } from "@specwright/emit/print";
import {
  type Diagnostic,
  formatDiagnostic,
  type LoadOptions,
  loadSpecification,
  type OperationFacts,
  type Specification,
} from "@specwright/spec-loader";
import { isRemoteInput } from "../documents/locate-input.ts";
import { sourceFiles } from "../documents/source-files.ts";
import { assertFormatSchemas } from "../project/check-formats.ts";
import type { ContractConfig, DiffConfig } from "../project/config.ts";
import { hasError } from "../terminal/print-diagnostics.ts";
import { relaxationOf } from "./relaxation-of.ts";
import { selectOperations } from "./select-operations.ts";
import { suspectSchemas } from "./suspect-schemas.ts";

/** A contract of the configuration. All paths are absolute. */
export interface Target extends ContractConfig {
  /** The name of the target in messages: the input as the user wrote it. */
  readonly label: string;
  /** The folder to which `label` is relative. */
  readonly base: string;
  /** Whether `operations` is from flags, and not from a configuration. */
  readonly hasFilterFlags?: boolean;
  /** The settings for comparisons of the document. */
  readonly diff?: DiffConfig;
}

/** The steps of generation. They are shown as progress. */
export type Step = "load" | "contract" | "emit";

/** The outcome of a target. `files` is absent if a diagnostic is an error. */
export interface Outcome {
  readonly target: Target;
  readonly diagnostics: readonly Diagnostic[];
  readonly files?: readonly EmittedFile[];
  /** The absolute paths of the source files, so that they can be watched. */
  readonly sources: readonly string[];
  readonly contract?: Contract;
}

/** A document that was read. Several targets can share it. */
interface ReadDocument {
  readonly diagnostics: readonly Diagnostic[];
  readonly specification?: Specification;
  /** Absent if a diagnostic is an error. */
  readonly contract?: Contract;
  /** Operations that were not read, because the document has errors and the filters do not select them. */
  readonly leftOut?: readonly OperationFacts[];
}

/** The documents that a run has read. The keys consist of the input and the options for reading. */
export type ReadDocuments = Map<string, ReadDocument>;

/**
 * Generates the files of a target in memory. Calls `onStep` at the start of each step. Uses the document
 * from `documents` if it is there, or else reads it and adds it.
 *
 * @throws {CliError} `operations_unmatched`.
 */
export async function generateTarget(
  target: Target,
  onStep: (step: Step) => void = () => {},
  documents: ReadDocuments = new Map(),
): Promise<Outcome> {
  const { input, overlays = [], root, allowRemote, maxFiles, lenient, perspective } = target;
  const { formats, openEnums } = target;
  const reading = [root, allowRemote, maxFiles, lenient, perspective, formats, openEnums];
  const key = JSON.stringify([input, overlays, ...reading]);
  const whole = documents.get(key) ?? (await readDocument(target, onStep));
  documents.set(key, whole);
  const document = hasError(whole.diagnostics) ? await readNeeded(target, whole, onStep) : whole;
  const { specification } = document;
  const diagnostics: Diagnostic[] = [...document.diagnostics];
  if (specification === undefined) {
    const named = [input, ...overlays].filter((each) => !isRemoteInput(each));
    return { target, diagnostics, sources: named };
  }
  const sources = sourceFiles(input, specification, overlays);
  if (document.contract === undefined) return { target, diagnostics, sources };
  assertFormatSchemas(document.contract, formats, target.label);
  const contract = selectOperations(document.contract, target, document.leftOut);

  onStep("emit");
  // The module is slow to load, and is needed only to apply defaults.
  const values = target.defaults === "apply" ? await import("@specwright/schemas") : undefined;
  const emitted = await emit(contract, target.emitters, {
    specification,
    ...(target.name !== undefined && { name: target.name }),
    ...(target.int64 !== undefined && { int64: target.int64 }),
    ...(target.decimals !== undefined && { decimals: target.decimals }),
    ...(target.dates !== undefined && { dates: target.dates }),
    ...(target.defaults !== undefined && { defaults: target.defaults }),
    ...(target.responses !== undefined && { responses: target.responses }),
    ...(target.missing !== undefined && { missing: target.missing }),
    ...(values !== undefined && { isValid: (schema, value) => values.isValid(schema, value) }),
    ...(target.methodNames !== undefined && { methodNames: target.methodNames }),
    typeCheck: target.typeCheck ?? false,
    ...(target.split !== undefined && { split: target.split }),
    ...(target.importExtension !== undefined && { importExtension: target.importExtension }),
  });
  for (const each of emitted.diagnostics) diagnostics.push(each);
  for (const each of await faultsOf(contract)) diagnostics.push(each);
  if (hasError(diagnostics)) return { target, diagnostics, sources, contract };
  return { target, diagnostics, sources, contract, files: emitted.files };
}

async function faultsOf(contract: Contract): Promise<readonly Diagnostic[]> {
  const schemas = suspectSchemas(contract);
  if (schemas.length === 0) return [];
  const { findFaults } = await import("@specwright/schemas");
  return findFaults(contract, { schemas });
}

/**
 * Reads a document with errors again, but only the selected operations and the components that they use. An
 * error that no longer occurs becomes a warning.
 */
async function readNeeded(
  target: Target,
  whole: ReadDocument,
  onStep: (step: Step) => void,
): Promise<ReadDocument> {
  if (target.operations === undefined) return whole;
  const isTaken = operationTest(target.operations);
  const leftOut: OperationFacts[] = [];
  const needed = await readDocument(target, onStep, (operation) => {
    const isNeeded = isTaken(operation);
    if (!isNeeded) leftOut.push(operation);
    return isNeeded;
  });
  const left = new Set(needed.diagnostics.map((each) => formatDiagnostic(each)));
  const spared = whole.diagnostics
    .filter((each) => each.severity === "error" && !left.has(formatDiagnostic(each)))
    .map((each) => ({
      ...each,
      severity: "warning" as const,
      message: `${each.message}; not read, because the selected operations do not use it`,
    }));
  return { ...needed, leftOut, diagnostics: [...needed.diagnostics, ...spared] };
}

async function readDocument(
  target: Target,
  onStep: (step: Step) => void,
  isNeeded?: LoadOptions["isNeeded"],
): Promise<ReadDocument> {
  onStep("load");
  const { overlays, root, allowRemote, maxFiles, lenient, perspective } = target;
  const { specification, diagnostics } = await loadSpecification(target.input, {
    ...(overlays !== undefined && { overlays }),
    ...(root !== undefined && { root }),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(lenient !== undefined && { lenient }),
    ...(isNeeded && { isNeeded }),
  });
  if (specification === undefined) return { diagnostics };
  onStep("contract");
  const built = buildContract(specification, {
    relaxation: relaxationOf(target),
    ...(perspective && { perspective }),
  });
  const all = [...diagnostics, ...built.diagnostics];
  const { contract } = built;
  if (contract === undefined || hasError(all)) return { diagnostics: all, specification };
  return { diagnostics: all, specification, contract };
}
