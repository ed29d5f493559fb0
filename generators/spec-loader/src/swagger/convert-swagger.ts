import type { Source } from "../diagnostics/diagnostic.ts";
import { type Problem, withLenientAdvice } from "../diagnostics/problem.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { loadOptionalPackage } from "../optional-package.ts";
import { type LoadedFile, specFile } from "../text/file-store.ts";
import { carriedCopy, restoreCarried } from "./carry-over.ts";
import { danglingReferences } from "./dangling-references.ts";
import { withoutNestedFormats } from "./nested-formats.ts";
import { withSchemes } from "./server-scheme.ts";
import { shareSchemas } from "./share-schemas.ts";

/** The OpenAPI version of the converted document. */
const TARGET = "3.0.4";

/** Maps the sections of OpenAPI 3 to those of Swagger 2.0. */
const sections: Readonly<Record<string, string>> = {
  "/components/schemas": "/definitions",
  "/components/parameters": "/parameters",
  "/components/requestBodies": "/parameters",
  "/components/responses": "/responses",
  "/components/securitySchemes": "/securityDefinitions",
  "/servers": "/host",
};

/** The functions of the package `swagger2openapi` that this module uses. */
export interface Converter {
  convertObj(
    document: object,
    options: { readonly patch: boolean; readonly targetVersion: string },
  ): Promise<{ readonly openapi: JsonValue; readonly patches?: number }>;
}

const loadConverter = () => loadOptionalPackage("swagger2openapi") as Converter | undefined;

/**
 * A converted document, or the problems that prevent the conversion. `problems` also contains a note about
 * a successful conversion.
 */
export interface Conversion {
  readonly file?: LoadedFile;
  readonly problems: readonly Problem[];
  /** The parts that OpenAPI 3.0 cannot express. Their places are those in the converted document. */
  readonly losses?: readonly Problem[];
}

/** Reports whether the value of a file is a document of Swagger 2.0. */
export function isSwagger(root: JsonValue): root is JsonObject {
  return isJsonObject(root) && /^2(?:\.0)?$/.test(String(memberOf(root, "swagger") ?? ""));
}

/** Converts a Swagger 2.0 document to OpenAPI 3.0. Positions in the result refer to the original text. */
export async function convertSwagger(
  file: LoadedFile,
  {
    lenient,
    load = loadConverter,
  }: { readonly lenient: boolean; readonly load?: () => Converter | undefined },
): Promise<Conversion> {
  const { spec } = file;
  const source = { file: spec.file, pointer: "/swagger" };
  const converter = load();
  if (converter === undefined) {
    const message = "Swagger 2.0 needs the package swagger2openapi, which is not installed";
    const fix = "Run `npm install --save-dev swagger2openapi`, then run the command again.";
    return { problems: [{ code: "VERSION_UNSUPPORTED", source, message, fix }] };
  }
  const { value: root, problems: nested } = withoutNestedFormats(spec.file, spec.root);
  if (nested.length > 0 && !lenient) return { problems: nested };
  try {
    const copy = { ...carriedCopy(isJsonObject(root) ? root : {}), swagger: "2.0" };
    const options = { patch: lenient, targetVersion: TARGET };
    const { openapi: converted, patches = 0 } = await converter.convertObj(copy, options);
    // Remove members that the converter set to undefined.
    const plain = JSON.parse(JSON.stringify(converted)) as JsonValue;
    shareSchemas(plain);
    const { openapi: restored, problems: losses } = restoreCarried(spec.file, plain);
    const { openapi, problems: assumed } = withSchemes(spec.file, file.url, restored);
    const fixed = patches === 0 ? "" : `; fixed faults: ${patches}`;
    return {
      file: {
        spec: specFile(spec.file, spec.format, spec.text, openapi),
        url: file.url,
        place: (pointer) => file.place(swaggerPointer(pointer)),
        offset: (pointer) => file.offset(swaggerPointer(pointer)),
      },
      problems: [
        {
          code: "DOCUMENT_CONVERTED",
          source,
          message: `the document is Swagger 2.0, and was converted to OpenAPI ${TARGET} by swagger2openapi${fixed}`,
        },
        ...nested.map((problem) => ({ ...problem, isRepaired: true })),
      ],
      losses: [...losses, ...assumed],
    };
  } catch (cause) {
    // If a reference has no target, the converter fails without the place of the reference.
    const dangling = danglingReferences(spec.file, spec.root);
    return {
      problems: dangling.length > 0 ? dangling : [refusalProblem(cause, spec.root, source)],
    };
  }
}

/**
 * Returns the problem of a document that the converter rejects. A mark in the converter's message shows
 * that `--lenient` can fix the fault.
 */
function refusalProblem(cause: unknown, root: JsonValue, source: Source): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const mark = /^\(Patchable\)\s*/;
  const [, operation] = /^Operation (.+) has /.exec(reason) ?? [];
  const pointer = operation === undefined ? undefined : operationPointer(root, operation);
  return {
    code: "VERSION_UNSUPPORTED",
    source: { ...source, pointer: pointer ?? source.pointer },
    message: `swagger2openapi cannot convert the document: ${reason.replace(mark, "")}`,
    fix: mark.test(reason)
      ? withLenientAdvice("Fix the document.", "fixed by the converter")
      : "Fix the document, or convert it to OpenAPI 3 by hand.",
  };
}

/**
 * Finds the pointer of an operation by its `operationId`. If an operation has no id, the converter calls it
 * by method and path: `get:/pets`.
 */
function operationPointer(root: JsonValue, name: string): string | undefined {
  const paths = isJsonObject(root) ? memberOf(root, "paths") : undefined;
  for (const [path, item] of Object.entries(isJsonObject(paths) ? paths : {})) {
    for (const [method, operation] of Object.entries(isJsonObject(item) ? item : {})) {
      const id = isJsonObject(operation) ? memberOf(operation, "operationId") : undefined;
      if ((id ?? `${method}:${path}`) === name) return joinPointer("/paths", path, method);
    }
  }
  return undefined;
}

/**
 * Returns the place in the Swagger document for a place in the converted document, if only its section has
 * moved.
 */
function swaggerPointer(pointer: string): string {
  const [first = "", second = "", ...rest] = pointerTokens(pointer) ?? [];
  for (const section of [joinPointer("", first, second), joinPointer("", first)]) {
    const before = Object.hasOwn(sections, section) ? sections[section] : undefined;
    if (before !== undefined) return joinPointer(before, ...rest);
  }
  return pointer;
}
