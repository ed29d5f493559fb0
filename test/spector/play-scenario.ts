// Plays a scenario: calls the generated client once for each exchange, and compares its results with the
// server's responses.

import { type Credentials, restTransport } from "@specwright/rest/client";
import type { RequestParts, ResponseParts } from "@specwright/runtime";
import type { CallOptions } from "@specwright/runtime/codegen";
import { resolveObject } from "./document-schemas.ts";
import { type FoundOperation, findOperation } from "./find-operation.ts";
import type { SpecClient } from "./generate-clients.ts";
import { readBody, type XmlExchange } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { responseDifference } from "./response-difference.ts";
import type { MockExchange, MockRequest, Scenario } from "./scenarios.ts";
import { xmlValue } from "./xml-values.ts";

/** The time limit of one exchange, including the wait before a stream is requested again. */
const TIMEOUT_MS = 15_000;

type Method = (request: RequestParts, options: CallOptions) => Promise<ResponseParts>;

type CreateClient = (
  transport: ReturnType<typeof restTransport>,
) => Readonly<Record<string, Method>>;

export interface PlayOptions {
  /** The address of the server. */
  readonly url: string;
  /** Whether the client may only report that a request or response breaks its contract. */
  readonly validation: "error" | "report";
}

/** Plays a scenario; returns the fault, or undefined. */
export async function playScenario(
  clients: readonly SpecClient[],
  { name, exchanges, isResumed }: Scenario,
  options: PlayOptions,
): Promise<string | undefined> {
  for (const [index, exchange] of exchanges.entries()) {
    const xml = (): unknown => xmlValue(name, index);
    const found = findOperation(clients, exchange.method, exchange.uri);
    if (found === undefined) return `no operation for ${exchange.method} ${exchange.uri}`;
    try {
      const response = await call(found, exchange, { ...options, xml });
      const difference = await responseDifference(response, exchange.response, {
        url: options.url,
        isResumed,
        xml,
      });
      if (difference !== undefined) return difference;
    } catch (error) {
      return error instanceof Error ? error.message : `${error}`;
    }
  }
  return undefined;
}

async function call(
  found: FoundOperation,
  { request = {} }: MockExchange,
  { url, validation, xml }: PlayOptions & XmlExchange,
): Promise<ResponseParts> {
  const { client, operation, path } = found;
  const descriptor = client.operations.get(operation.id);
  if (descriptor === undefined) throw new Error(`no descriptor of ${operation.id}`);
  const document = client.contract.raw;
  const { id, name = id } = descriptor;
  const transport = restTransport({
    baseUrl: serverUrl(found, url),
    credentials: readCredentials(found, request),
    retry: { retries: 0 },
    validation: { request: validation, response: validation },
  });
  const method = createClient(client.client)(transport)[name];
  if (method === undefined) throw new Error(`the client has no ${name}`);
  const { accept } = request.headers ?? {};
  const parts = {
    ...readParameters(document, operation, { ...request, path }),
    ...readBody(document, operation, descriptor, { ...request, xml }),
  };
  const isOffered = Object.values(descriptor.responses).some(
    ({ content = {} }) => Object.keys(content).length > 1,
  );
  const headers = isOffered && accept !== undefined ? { accept: `${accept}` } : {};
  return method(parts, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
}

function createClient(module: SpecClient["client"]): CreateClient {
  const create = Object.entries(module).find(([name]) => /^create.*Client$/.test(name));
  if (create === undefined) throw new Error("the module has no client");
  return create[1] as CreateClient;
}

/** Returns the URL of the server in the document, with the address of the running one. */
function serverUrl({ client, server }: FoundOperation, url: string): string {
  const { servers } = client.client;
  const [named] = Object.values(Object(servers)) as readonly ((variables: object) => string)[];
  const base = named?.({ endpoint: url, ...server }) ?? url;
  return base.replace(/^http:\/\/localhost:3000/, url);
}

/** Reads a credential for each security scheme whose secret is in the request. */
function readCredentials({ client }: FoundOperation, { headers = {} }: MockRequest): Credentials {
  const document = client.contract.raw;
  const { securitySchemes } = resolveObject(document, document["components"]);
  const schemes = Object.keys(resolveObject(document, securitySchemes));
  return Object.fromEntries(
    schemes.flatMap((scheme) => {
      const described = resolveObject(document, Object(securitySchemes)[scheme]);
      const isKey = described["type"] === "apiKey";
      const field = headers[isKey ? `${described["name"]}`.toLowerCase() : "authorization"];
      // An operation may require a token that the server does not check.
      if (field === undefined) return described["type"] === "oauth2" ? [[scheme, "invalid"]] : [];
      return [[scheme, isKey ? `${field}` : `${field}`.replace(/^\S+ /, "")]];
    }),
  );
}
