import { once } from "node:events";
import { MessageChannel, Worker } from "node:worker_threads";
import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import type { LoadOptions } from "../load-options.ts";
import type { FileSet } from "../references/load-files.ts";
import type { Resolver } from "../references/resolver.ts";
import type { LoadedFile } from "../text/loaded-file.ts";
import type { ParserFinding } from "./asyncapi-findings.ts";
import type { ParserRequest } from "./asyncapi-worker.ts";
import { type PlacedFinding, siftFindings } from "./sift-findings.ts";
import { stubDocument } from "./stub-document.ts";
import { isUnknownField, wordFinding } from "./word-finding.ts";

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
  "asyncapi2-message-messageId",
  "asyncapi2-operation-operationId",
  "asyncapi2-operation-operationId-uniqueness",
  "asyncapi2-tags",
  "asyncapi3-channel-parameters",
  "asyncapi3-tags",
]);

/**
 * Rules that many published documents violate and that do not stop generation, and faults of the
 * parser itself.
 */
const advisory = /uncaught|example|default|uniqueness|trailing-slash|no-empty|unambiguity/;

/**
 * Runs the structure rules of the official AsyncAPI parser, and returns each finding once, with our
 * positions. What our own checks found is not repeated.
 */
export async function runAsyncapiParser(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
  known: readonly Problem[],
  { threads = true, lenient = false }: Pick<LoadOptions, "threads" | "lenient">,
): Promise<readonly Problem[]> {
  const stub = stubDocument(document, entry.spec, set.resolver);
  const findings: PlacedFinding[] = [];
  const seen = new Set<string>();
  for (const { code, message, path, severity } of await findingsOf(JSON.stringify(stub), threads)) {
    const rule = code.replace(/-(?:un)?resolved$/, "");
    if (ignored.has(rule) || severity > 1) continue;
    const source = placeOf(entry.spec.file, path, set.resolver);
    const key = `${rule} ${source.file}#${source.pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    findings.push({ rule, message, source, isError: severity === 0 && !advisory.test(rule) });
  }
  return siftFindings(document, entry, findings, known).map(
    ({ rule, message, source, isError }): Problem => ({
      code: isError ? "ASYNCAPI_INVALID" : "ASYNCAPI_ADVICE",
      source,
      message: `${wordFinding(message, pointerTokens(source.pointer) ?? [])} (${rule})`,
      // Nothing reads such a field, so that there is nothing to change.
      ...(isError &&
        isUnknownField(message) && {
          repair: { reading: "left out", edits: [] },
          isRepaired: lenient,
        }),
    }),
  );
}

/** One thread serves all documents of the process: loading the parser takes most of the time. */
let thread: Worker | undefined;

async function findingsOf(text: string, threads: boolean): Promise<readonly ParserFinding[]> {
  if (!threads) {
    const { asyncapiFindings } = await import("./asyncapi-findings.ts");
    return await asyncapiFindings(text);
  }
  thread ??= startThread();
  const { port1, port2 } = new MessageChannel();
  const request: ParserRequest = { text, port: port2 };
  thread.postMessage(request, [port2]);
  const [findings] = await Promise.race([
    once(port1, "message"),
    once(port1, "close").then(() => {
      throw new Error("The thread of the AsyncAPI parser ended without an answer.");
    }),
  ]);
  return findings;
}

function startThread(): Worker {
  // In the package this module is part of a bundle in `dist/`, where the worker is still in its
  // folder.
  const file = import.meta.url.endsWith(".ts")
    ? "./asyncapi-worker.ts"
    : "./checks/asyncapi-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), { execArgv: [] });
  // The open port of a request keeps the process alive, the thread does not.
  worker.unref();
  worker.on("error", () => {
    thread = undefined;
  });
  worker.on("exit", () => {
    thread = undefined;
  });
  return worker;
}

/** Finds the position in our files of a path in the parser's dereferenced document. */
function placeOf(file: string, path: readonly (string | number)[], resolver: Resolver): Source {
  for (let length = path.length; length > 0; length -= 1) {
    const pointer = joinPointer("", ...path.slice(0, length));
    const target = resolver.reach({ file, pointer });
    if (target.found) return target.source;
  }
  return { file, pointer: "" };
}
