import type { DocumentType } from "./detect-document.ts";
import type { Source } from "./diagnostic.ts";
import { joinPointer } from "./json-pointer.ts";
import type { FileSet } from "./load-files.ts";
import type { LoadedFile } from "./loaded-file.ts";
import type { Problem } from "./problem.ts";
import type { Resolver } from "./resolver.ts";
import { stubDocument } from "./stub-document.ts";

/** Rules of the parser that our own checks cover with better positions, or that are only taste. */
const ignored: ReadonlySet<string> = new Set([
  "invalid-ref",
  "parser",
  "asyncapi-id",
  "asyncapi-defaultContentType",
  "asyncapi-info-contact",
  "asyncapi-info-contact-properties",
  "asyncapi-info-description",
  "asyncapi-info-license",
  "asyncapi-info-license-url",
  "asyncapi-latest-version",
  "asyncapi-servers",
  "asyncapi-unused-component",
  "asyncapi2-channel-parameters",
  "asyncapi2-operation-operationId",
  "asyncapi2-operation-operationId-uniqueness",
  "asyncapi2-tags",
  "asyncapi3-channel-parameters",
  "asyncapi3-tags",
]);

/** Rules that fail many published documents and do not stop generation. */
const advisory = /example|default|uniqueness|trailing-slash|no-empty|unambiguity/;

/** Runs the structure rules of the official AsyncAPI parser, each finding once, at our positions. */
export async function runAsyncapiParser(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
): Promise<readonly Problem[]> {
  // Imported here: loading the parser takes longer than reading most documents.
  const { Parser } = await import("@asyncapi/parser");
  const stub = stubDocument(document, entry.spec, set.resolver);
  const findings = await new Parser().validate(JSON.stringify(stub));
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const { code, message, path, severity } of findings) {
    const rule = String(code).replace(/-(?:un)?resolved$/, "");
    if (ignored.has(rule) || severity > 1) continue;
    const source = placeOf(entry.spec.file, path, set.resolver);
    const key = `${rule} ${source.file}#${source.pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    problems.push({
      code: severity === 0 && !advisory.test(rule) ? "ASYNCAPI_INVALID" : "ASYNCAPI_ADVICE",
      source,
      message: `${message} (${rule})`,
    });
  }
  return problems;
}

/** Finds where a path of the parser's dereferenced document stands in our files. */
function placeOf(file: string, path: readonly (string | number)[], resolver: Resolver): Source {
  for (let length = path.length; length > 0; length -= 1) {
    const pointer = joinPointer("", ...path.slice(0, length));
    const target = resolver.reach({ file, pointer });
    if (target.found) return target.source;
  }
  return { file, pointer: "" };
}
