// Runs a document through the pipeline in memory.

import { builtInEmitters, type EmitterFlags } from "@specwright/cli";
import { buildContract, type ValueTypes } from "@specwright/contract";
import { codecEmitter } from "@specwright/emit";
import { type AnswerChecks, type EmittedFile, emit, type Split } from "@specwright/emit/print";
import { isValid } from "@specwright/schemas";
import {
  type Diagnostic,
  type LoadInput,
  type LoadOptions,
  loadSpecification,
} from "@specwright/spec-loader";

/** Options for a run: the emitters, and the side that the document describes. */
export interface GenerateOptions extends EmitterFlags, ValueTypes, AnswerChecks {
  /** Default: everything but docs. */
  readonly emit?: readonly string[];
  readonly perspective?: "provider" | "consumer";
  readonly load?: LoadOptions;
  /** How the modules are divided. */
  readonly split?: Split;
  /** Whether all messages have stream codecs. */
  readonly stream?: boolean;
}

/** The output of a run; no files if a diagnostic is an error. */
export interface Generated {
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export const packageEmitters: readonly string[] = ["types", "zod", "server", "client"];

/** Generates from a file, or from text. */
export async function generateDocument(
  input: LoadInput,
  {
    emit: names = packageEmitters,
    perspective,
    int64,
    dates,
    decimals,
    defaults,
    split,
    responses,
    missing,
    load,
    stream = false,
    ...flags
  }: GenerateOptions = {},
): Promise<Generated> {
  const { specification, diagnostics: loaded } = await loadSpecification(input, load);
  if (specification === undefined) return { files: [], diagnostics: loaded };
  const built = buildContract(specification, { ...(perspective && { perspective }) });
  const diagnostics = [...loaded, ...built.diagnostics];
  if (built.contract === undefined) return { files: [], diagnostics };
  const emitters = builtInEmitters(names, flags).map((emitter) =>
    emitter.name === "codec" ? codecEmitter({ stream }) : emitter,
  );
  const emitted = await emit(built.contract, emitters, {
    specification,
    ...(int64 && { int64 }),
    ...(dates && { dates }),
    ...(decimals && { decimals }),
    ...(defaults && { defaults }),
    ...(split && { split }),
    ...(responses && { responses }),
    ...(missing && { missing }),
    isValid: (schema, value) => isValid(schema, value),
  });
  return { files: emitted.files, diagnostics: [...diagnostics, ...emitted.diagnostics] };
}

export function errorsOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, file, line, message }) => `${file}:${line} ${code} ${message}`);
}
