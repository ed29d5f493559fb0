// Runs emitters over a contract.

import {
  type CheckValue,
  type Contract,
  chooseDefaults,
  createNames,
  type MethodNames,
  methodNameProblems,
  methodNaming,
  narrowTags,
  type Problem,
  separateParents,
  splitDirections,
  type ValueTypes,
} from "@specwright/contract";
import {
  compareCodePoints,
  type Diagnostic,
  type Source,
  type Specification,
} from "@specwright/spec-loader";
import { lineComment } from "./doc-comment.ts";
import { emitDiagnostics } from "./emit-diagnostics.ts";
import type { AnswerChecks, EmitContext, Emitter } from "./emitter.ts";
import { type ImportExtension, modulePath } from "./modules.ts";
import { createParts, type Split } from "./parts.ts";
import { printLayout } from "./print-layout.ts";
import { contractTypes, reportForms } from "./report-forms.ts";
import { createTypeScriptFile, type TypeScriptFile } from "./typescript-file.ts";

/** A finished file. */
export interface EmittedFile {
  /** The path relative to the output folder, with `/` as separator. */
  readonly path: string;
  readonly content: string;
}

/** Options for a run of emitters over a contract. */
export interface EmitOptions extends ValueTypes, AnswerChecks {
  /**
   * The name of the API, used in names such as `MarketplaceClient`. Default: the title of the document.
   */
  readonly name?: string;
  /** The file extension in the imports between generated modules. Default `ts`. */
  readonly importExtension?: ImportExtension;
  /**
   * Whether the compiler checks all generated files. If false, files start with `// @ts-nocheck` if their
   * emitter has `skipTypeCheck`. Default `true`.
   */
  readonly typeCheck?: boolean;
  /** How to name the methods of OpenAPI operations. Default: after the ids of the operations. */
  readonly methodNames?: MethodNames;
  /** The loaded documents from which the contract was read. Some emitters need them. */
  readonly specification?: Specification;
  /** Splits the modules into one file for each schema or tag. By default, each module is one file. */
  readonly split?: Split;
  /**
   * Reports whether a value is valid according to a schema; undefined if that is uncertain. An invalid
   * default is reported, and readers do not apply it. Without this function, readers apply invalid defaults
   * too.
   */
  readonly isValid?: CheckValue;
}

/**
 * The result of a run: the generated files, ordered by path, and the diagnostics, ordered by location. If
 * an emitter failed, the list of files is empty.
 */
export interface EmitResult {
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs emitters. An emitter runs after the emitters that it requires. Throws `EmitError` if the emitters
 * cannot run together.
 */
export async function emit(
  written: Contract,
  emitters: readonly Emitter[],
  {
    name,
    specification,
    isValid,
    methodNames,
    split,
    importExtension = "ts",
    typeCheck = true,
    responses = "error",
    missing = "error",
    ...options
  }: EmitOptions = {},
): Promise<EmitResult> {
  const contract = splitDirections(narrowTags(separateParents(written)), {
    appliesDefaults: options.defaults === "apply",
  });
  const valueTypes = contractTypes(contract, options);
  const { defaults, problems } = chooseDefaults(contract, options, isValid);
  const nameProblems = methodNames === undefined ? [] : methodNameProblems(contract, methodNames);
  // If a naming rule is invalid, this is reported, and methods are named after the ids.
  const methodName =
    methodNames === undefined || nameProblems.length > 0 ? undefined : methodNaming(methodNames);
  const header = printLayout(fileHeader(contract));
  const partHeader = printLayout(fileHeader(contract, "part"));
  const names = createNames(contract, name, defaults, methodName);
  let skipsTypeCheck = false;
  const files = new Map<string, TypeScriptFile>();
  const texts = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const context: EmitContext = {
    contract,
    names,
    parts: createParts(split, names),
    int64: valueTypes.int64 === "number" ? "number" : "bigint",
    valueTypes,
    defaults,
    answers: { responses, missing },
    emitters: new Set(emitters.map((emitter) => emitter.name)),
    ...(specification === undefined ? {} : { specification }),
    typescript: (given) => {
      const path = given.replace(/^\.\//, "");
      const known = files.get(path);
      if (known !== undefined) return known;
      checkPath(path, texts.has(path));
      const skip = skipsTypeCheck ? `\n${skippedByCompilers}` : "";
      const file = createTypeScriptFile(path, header + skip, importExtension, partHeader + skip);
      files.set(path, file);
      return file;
    },
    text: (given, content) => {
      const path = given.replace(/^\.\//, "");
      checkPath(path, texts.has(path) || files.has(path));
      texts.set(path, content);
    },
    report: ({ source, ...problem }) => {
      diagnostics.push({ ...problem, ...contract.locate(source) });
    },
  };
  const emitted = (written: readonly EmittedFile[]): EmitResult => ({
    files: written.toSorted((a, b) => compareCodePoints(a.path, b.path)),
    diagnostics: diagnostics.sort(compareDiagnostics),
  });
  reportForms(context, options);
  [...problems, ...nameProblems].forEach(context.report);
  let part = "";
  try {
    for (const emitter of inOrder(emitters)) {
      part = emitter.name;
      skipsTypeCheck = !typeCheck && emitter.skipTypeCheck === true;
      await emitter.emit(context);
    }
    const printed: EmittedFile[] = [];
    for (const [path, file] of files) {
      part = path;
      for (const each of file.files())
        printed.push({ ...each, path: modulePath(each.path, importExtension) });
      // Frees memory early: the statements of a large file need as much memory as its text.
      files.delete(path);
    }
    return emitted([...printed, ...[...texts].map(([path, content]) => ({ path, content }))]);
  } catch (cause) {
    context.report(failureProblem(part, contract.file, cause));
    return emitted([]);
  }
}

/**
 * Formats the first line of a generated file. It names the document and its hash, but no date and no
 * version. The first line of a part has no hash, so a part does not change when other parts of the document
 * change.
 */
function fileHeader({ file, hash }: Contract, of: "module" | "part" = "module"): string {
  const version = of === "part" ? "" : ` (sha256 ${hash.slice(0, 12)})`;
  return String(lineComment(`Generated by specwright from ${file}${version}. Do not edit.`));
}

// A comment also makes linters skip the file, because common lint rules forbid `@ts-nocheck`.
const skippedByCompilers = "/* eslint-disable */\n// @ts-nocheck";

function inOrder(emitters: readonly Emitter[]): Emitter[] {
  const byName = new Map(emitters.map((emitter) => [emitter.name, emitter]));
  if (byName.size < emitters.length)
    throw new EmitError("emitter_twice", "two emitters have the same name.");
  const ordered = new Set<Emitter>();
  const visit = (emitter: Emitter, path: readonly string[]): void => {
    if (ordered.has(emitter)) return;
    if (path.includes(emitter.name)) {
      throw new EmitError("emitter_cycle", [...path, emitter.name].join(" requires "));
    }
    for (const name of emitter.requires ?? []) {
      const required = byName.get(name);
      if (required === undefined) {
        throw new EmitError("emitter_missing", `"${emitter.name}" requires "${name}".`);
      }
      visit(required, [...path, emitter.name]);
    }
    ordered.add(emitter);
  };
  for (const emitter of emitters) visit(emitter, []);
  return [...ordered];
}

function checkPath(path: string, taken: boolean): void {
  if (taken) throw new EmitError("path_taken", `"${path}" is written twice.`);
  const steps = path.split("/");
  if (
    path.includes("\\") ||
    path.includes(":") ||
    steps.some((step) => step === "" || step === "." || step === "..")
  ) {
    throw new EmitError("path_outside", `"${path}" is not a path inside the output folder.`);
  }
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareCodePoints(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareCodePoints(a.code, b.code) ||
    compareCodePoints(a.message, b.message)
  );
}

// Converts exceptions of emitters to diagnostics. Each diagnostic is at the part of the document that was
// being emitted.

/** The location of the part that was being emitted, for each exception. */
const places = new WeakMap<object, Source>();

/**
 * Runs the function that emits a part of a document. If it fails, the diagnostic is at `source`. If parts
 * are nested, the diagnostic is at the innermost part.
 */
export function emitPart<Result>(source: Source, part: () => Result): Result {
  try {
    return part();
  } catch (cause) {
    if (cause instanceof Error && !places.has(cause)) places.set(cause, source);
    throw cause;
  }
}

/**
 * Converts an exception of an emitter to a problem.
 *
 * @throws {EmitError} The exception itself, if it reports that emitters cannot run together.
 */
function failureProblem(emitter: string, file: string, cause: unknown): Problem {
  if (cause instanceof EmitError) throw cause;
  const source = cause instanceof Error ? places.get(cause) : undefined;
  return {
    code: "EMIT_FAILED",
    severity: emitDiagnostics.EMIT_FAILED.severity,
    fix: emitDiagnostics.EMIT_FAILED.fix,
    message: `the emitter "${emitter}" failed at this part of the document: ${failureReason(cause)}`,
    source: source ?? { file, pointer: "" },
  };
}

function failureReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // V8 throws this error on a stack overflow.
  const isOverflow = cause instanceof RangeError && /call stack/i.test(cause.message);
  if (isOverflow) return "the schema nests too deep or recurs endlessly";
  // The author of an emitter needs to know which line failed.
  const [, place] = /^ +at (?:.* \()?(.+?:\d+:\d+)\)?$/m.exec(cause.stack ?? "") ?? [];
  return place === undefined ? cause.message : `${cause.message} (${place})`;
}

/** The codes of mistakes in an emitter or its caller. */
export type EmitErrorCode =
  | "emitter_missing"
  | "emitter_cycle"
  | "emitter_twice"
  | "path_taken"
  | "path_outside";

/**
 * Thrown if emitters cannot run together. The cause is always in the code that defines or calls them, and
 * never in a document.
 */
export class EmitError extends Error {
  readonly code: EmitErrorCode;

  constructor(code: EmitErrorCode, message: string) {
    super(`${code}: ${message}`);
    this.name = "EmitError";
    this.code = code;
  }
}
