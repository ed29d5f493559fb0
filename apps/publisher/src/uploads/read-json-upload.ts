import { createHash } from "node:crypto";
import type { CreateDiffBody, PublishVersionBody } from "@specwright/publisher-api/types";
import { badUpload, digestMismatch } from "./bad-upload.ts";
import type { UploadedFiles } from "./uploaded-files.ts";

/**
 * Reads the files of a JSON body.
 *
 * @throws ProblemError 400 if a file is sent twice, or a digest does not match.
 */
export function readJsonUpload(body: PublishVersionBody | CreateDiffBody): UploadedFiles {
  const { document: text, sha256, files: others = [] } = body;
  if (sha256 !== undefined && sha256 !== sha256Of(text)) {
    throw digestMismatch("Does not match the document.");
  }
  const path = body.path ?? `${body.format ?? guessKind(text)}.${isJson(text) ? "json" : "yaml"}`;
  const paths = new Set([path]);
  for (const [index, file] of others.entries()) {
    if (paths.has(file.path)) {
      throw badUpload(`/files/${index}/path`, "unique", "Another file has the same path.");
    }
    paths.add(file.path);
  }
  return { document: { path, text }, others };
}

/** Returns the SHA-256 digest of text or bytes in hex. */
export function sha256Of(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith("{");
}

/** Guesses the format of a document. Only the name of its file depends on the guess. */
function guessKind(text: string): "asyncapi" | "openapi" {
  return /^\s*\{?\s*"?asyncapi"?\s*:/m.test(text.slice(0, 10_000)) ? "asyncapi" : "openapi";
}
