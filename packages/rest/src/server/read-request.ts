// Converts a raw request to the typed parts for a handler. All issues of all parts are collected.

import {
  type Codec,
  type DecodedParameters,
  decodeCookies,
  decodeHeaders,
  decodePath,
  type ParameterIn,
  type ProblemIssue,
  type RequestParts,
} from "@specwright/runtime";
import type { OperationDescriptor, ParameterDescriptor } from "@specwright/runtime/codegen";
import { checkParameters, readQuery } from "@specwright/runtime/transport";
import type { RawBody } from "./checked-body.ts";
import { ProblemError } from "./problem-error.ts";
import { readBody } from "./read-body.ts";

/** A request before it is decoded. */
export interface RawRequest {
  /** The texts that the path template has matched, not decoded yet. */
  readonly path: ReadonlyMap<string, string>;
  /** The query, not decoded yet and without the question mark. */
  readonly query: string;
  readonly rawHeaders: readonly string[];
  readonly cookie: string;
  readonly body: RawBody;
  /** The query parameters with credentials. */
  readonly queryKeys: readonly string[];
}

/** The maximum number of issues in the Problem schema. */
const MAX_ERRORS = 256;

/** Issue codes for values that could not be read at all. */
const UNREADABLE: ReadonlySet<string> = new Set(["encoding"]);

/**
 * Decodes and validates a request.
 *
 * @throws ProblemError 400 with every issue, or 415.
 */
export function readRequest(
  operation: OperationDescriptor,
  raw: RawRequest,
  maxJsonDepth: number,
): RequestParts {
  const { validators } = operation;
  const body = readBody(operation, raw.body, maxJsonDepth);
  const issues: ProblemIssue[] = [];
  const descriptorsIn = descriptorsByLocation(operation);

  function readPart(
    location: ParameterIn,
    codec: Codec<unknown> | undefined,
    decode: (descriptors: readonly ParameterDescriptor[]) => DecodedParameters,
  ): object | undefined {
    const descriptors = descriptorsIn[location];
    // Parameters that are not described are an error only in the query.
    if (descriptors.length === 0 && (location !== "query" || raw.query === "")) return undefined;
    const checked = checkParameters(location, codec, decode(descriptors));
    issues.push(...checked.issues);
    return descriptors.length === 0 ? undefined : checked.values;
  }

  const path = readPart("path", validators.path, (all) => decodePath(all, raw.path));
  const query = readPart("query", validators.query, (all) =>
    decodeQueryPart(all, raw, validators.query),
  );
  const headers = readPart("header", validators.headers, (all) =>
    decodeHeaders(all, raw.rawHeaders),
  );
  const cookies = readPart("cookie", validators.cookies, (all) => decodeCookies(all, raw.cookie));
  if (!body.ok) issues.push(...body.issues);
  if (issues.length > 0) throw badRequest(issues, !body.ok && body.isMalformed);
  return {
    ...(path === undefined ? {} : { path }),
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(cookies === undefined ? {} : { cookies }),
    ...(body.ok && body.contentType !== undefined ? { contentType: body.contentType } : {}),
    ...(body.ok && body.value !== undefined ? { body: body.value } : {}),
  };
}

type Descriptors = Readonly<Record<ParameterIn, readonly ParameterDescriptor[]>>;

const descriptors = new WeakMap<OperationDescriptor, Descriptors>();

/** Groups the parameters of an operation by location, only once for each operation. */
function descriptorsByLocation(operation: OperationDescriptor): Descriptors {
  const found = descriptors.get(operation);
  if (found !== undefined) return found;
  const parametersIn = (location: ParameterIn): readonly ParameterDescriptor[] =>
    operation.parameters.filter((parameter) => parameter.in === location);
  const sorted: Descriptors = {
    path: parametersIn("path"),
    query: parametersIn("query"),
    header: parametersIn("header"),
    cookie: parametersIn("cookie"),
  };
  descriptors.set(operation, sorted);
  return sorted;
}

function decodeQueryPart(
  descriptors: readonly ParameterDescriptor[],
  raw: RawRequest,
  codec: Codec<unknown> | undefined,
): DecodedParameters {
  if (raw.queryKeys.length === 0) return readQuery(descriptors, raw.query, codec);
  const keys = raw.queryKeys.map(
    (name): ParameterDescriptor => ({
      name,
      in: "query",
      type: "string",
      array: true,
    }),
  );
  const { values, issues } = readQuery([...descriptors, ...keys], raw.query, codec);
  const own = Object.entries(values).filter(([name]) => !raw.queryKeys.includes(name));
  return { values: Object.fromEntries(own), issues };
}

function badRequest(issues: readonly ProblemIssue[], isMalformed: boolean): ProblemError {
  const members = { errors: issues.slice(0, MAX_ERRORS) };
  if (issues.every(({ code }) => code === "media_type")) {
    const detail = "The type of a file is not supported; see errors.";
    return new ProblemError(415, "unsupported_media_type", detail, { members });
  }
  const isUnreadable = isMalformed || issues.every((issue) => UNREADABLE.has(issue.code));
  const code = isUnreadable ? "malformed_request" : "validation_failed";
  const detail = isUnreadable
    ? "The request cannot be parsed; see errors."
    : "The request violates its schema; see errors.";
  return new ProblemError(400, code, detail, { members });
}
