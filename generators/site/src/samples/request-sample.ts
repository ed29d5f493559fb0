// Chooses the values of a sample request. The samples in all languages use the same values.

import {
  type HttpOperation,
  isJsonMediaType,
  type MediaType,
  mediaTypeEssence,
  type Schema,
  type Server,
} from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Reference } from "../reference/reference.ts";
import { orderMembers } from "./order-members.ts";
import { sampleOf } from "./sample-of.ts";
import {
  fillTemplate,
  queryText,
  type SampleParameter,
  sampleParameters,
} from "./sample-parameters.ts";
import { serverAddress } from "./server-address.ts";

/** The body of a request. */
export interface SampleBody {
  readonly mediaType: string;
  /** Whether the operation also accepts other media types. */
  readonly isOneOfSeveral: boolean;
  readonly kind: "json" | "form" | "multipart" | "text" | "file";
  readonly value: JsonValue;
  readonly schema: Schema | undefined;
  readonly media: MediaType;
}

/** A credential in a sample request. Samples show a variable in place of the credential. */
export interface SampleCredential {
  /** The name of the security scheme. */
  readonly scheme: string;
  readonly kind: "bearer" | "basic" | "header" | "query" | "cookie" | "other";
  /** The name of the header, parameter or cookie that contains the credential. */
  readonly name: string;
}

/** The values of one request. */
export interface RequestSample {
  readonly method: string;
  readonly url: string;
  /** The URL of the server, without the path. */
  readonly server: string;
  readonly parameters: readonly SampleParameter[];
  readonly body?: SampleBody;
  readonly credentials: readonly SampleCredential[];
}

/**
 * Chooses the values of a request. Prefers examples from the document to values generated from schemas.
 */
export function requestSample(operation: HttpOperation, reference: Reference): RequestSample {
  const { contract } = reference;
  const parameters = sampleParameters(operation.parameters, reference);
  const servers: readonly Server[] =
    operation.servers.length > 0 ? operation.servers : contract.servers;
  const server = serverAddress(servers[0]);
  const body = operation.requestBody && sampleBody(operation.requestBody.content, reference);
  return {
    method: operation.method.toUpperCase(),
    server,
    url: server + filledPath(operation, parameters) + queryText(parameters),
    parameters,
    ...(body !== undefined && { body }),
    credentials: credentialsOf(operation, reference),
  };
}

function sampleBody(content: readonly MediaType[], reference: Reference): SampleBody | undefined {
  const media =
    content.find(({ mediaType }) => isJsonMediaType(mediaTypeEssence(mediaType))) ?? content[0];
  if (media === undefined) return undefined;
  const { schema } = media;
  const kind = mediaKind(mediaTypeEssence(media.mediaType));
  const [example] = media.examples;
  const given = example === undefined ? undefined : orderMembers(example.value, schema, reference);
  const value =
    given ?? (schema && sampleOf(schema, reference, { reader: "request", isShort: true }));
  return {
    mediaType: media.mediaType,
    isOneOfSeveral: content.length > 1,
    kind,
    value: value ?? (kind === "text" ? "text" : {}),
    schema,
    media,
  };
}

function mediaKind(essence: string): SampleBody["kind"] {
  if (isJsonMediaType(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  return essence.startsWith("text/") ? "text" : "file";
}

function filledPath({ path }: HttpOperation, parameters: readonly SampleParameter[]): string {
  const filled = fillTemplate(path, parameters);
  return filled.startsWith("/") ? filled : `/${filled}`;
}

function credentialsOf(
  { security }: HttpOperation,
  { contract }: Reference,
): readonly SampleCredential[] {
  const [first] = security;
  return [...(first?.keys() ?? [])].flatMap((scheme): readonly SampleCredential[] => {
    const found = contract.securitySchemes.find(({ id }) => id === scheme);
    if (found === undefined) return [];
    const { type, raw } = found;
    const name = String(raw["name"] ?? "Authorization");
    if (type === "http") {
      const kind = String(raw["scheme"]).toLowerCase() === "basic" ? "basic" : "bearer";
      return [{ scheme, kind, name: "Authorization" }];
    }
    if (type === "oauth2" || type === "openIdConnect")
      return [{ scheme, kind: "bearer", name: "Authorization" }];
    const place = raw["in"];
    if (type !== "apiKey" && type !== "httpApiKey") return [{ scheme, kind: "other", name }];
    return [{ scheme, kind: place === "query" || place === "cookie" ? place : "header", name }];
  });
}
