import { readForm } from "../bodies/read-form.ts";
import { readQuery } from "../bodies/read-query.ts";
import type { MediaDescriptor } from "../codegen/body.ts";
import type { OperationDescriptor, RequestParts } from "../codegen/operation.ts";
import type { DecodedParameters, ParameterDescriptor, ParameterIn } from "../codegen/parameter.ts";
import type { Issue } from "../errors/codec-error.ts";
import { CodecError } from "../errors/codec-error.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { findMediaType } from "../media/media-type.ts";
import { checkParameters } from "../parameters/check-parameters.ts";
import { decodeCookies } from "../parameters/cookie.ts";
import { decodeHeaders } from "../parameters/header.ts";
import { decodePath } from "../parameters/path.ts";

/** The parts of a request in the form that a handler receives, or its issues. */
export type MockedRequest =
  | { readonly parts: RequestParts }
  | { readonly issues: readonly ProblemIssue[] };

/** Decodes and checks an intercepted request. */
export async function readMockedRequest(
  operation: OperationDescriptor,
  request: Request,
  path: ReadonlyMap<string, string>,
): Promise<MockedRequest> {
  const { parameters, validators, body } = operation;
  const issues: ProblemIssue[] = [];
  const parts: Record<string, unknown> = {};
  function readParameters(
    part: "path" | "query" | "headers" | "cookies",
    location: ParameterIn,
    decode: (parameters: readonly ParameterDescriptor[]) => DecodedParameters,
  ): void {
    if (validators[part] === undefined) return;
    const own = parameters.filter((parameter) => parameter.in === location);
    const checked = checkParameters(location, validators[part], decode(own));
    issues.push(...checked.issues);
    parts[part] = checked.values;
  }
  const query = new URL(request.url).search.slice(1);
  readParameters("path", "path", (own) => decodePath(own, path));
  readParameters("query", "query", (own) => readQuery(own, query, validators.query));
  readParameters("headers", "header", (own) => decodeHeaders(own, [...request.headers].flat()));
  readParameters("cookies", "cookie", (own) =>
    decodeCookies(own, request.headers.get("cookie") ?? ""),
  );
  const bytes = new Uint8Array(await request.clone().arrayBuffer());
  const contentType = request.headers.get("content-type") ?? "";
  const media = body && findMediaType(body.content, contentType)?.media;
  if (media !== undefined && bytes.length > 0) {
    parts["body"] = collectIssues(issues, () => readBody(media, bytes, contentType, issues));
    if (Object.keys(body?.content ?? {}).length > 1) parts["contentType"] = contentType;
  } else if (body?.required === true || bytes.length > 0) {
    issues.push({ code: "body", pointer: "", message: "the body is missing or has another type" });
  }
  return issues.length === 0 ? { parts } : { issues };
}

function readBody(
  media: MediaDescriptor,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  issues: ProblemIssue[],
): unknown {
  switch (media.kind) {
    case "json":
    case "xml":
      return media.codec.decode(bytes);
    case "text": {
      const text = new TextDecoder().decode(bytes);
      return media.codec === undefined ? text : media.codec.parse(text);
    }
    case "bytes":
      return bytes;
    case "sequential":
      return media.format.readAll(media.codec, new TextDecoder().decode(bytes), {
        error: (_code, message, { cause } = {}) => new Error(message, { cause }),
      });
    case "form":
    case "parts": {
      const body = { bytes, contentType };
      const read = media.kind === "form" ? readForm(media, body) : media.format.read(media, body);
      issues.push(...read.issues);
      return read.value;
    }
    default:
      return media satisfies never;
  }
}

function collectIssues(issues: ProblemIssue[], read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    issues.push(...(error.issues as readonly Issue[]));
    return undefined;
  }
}
