// The scenarios of the specs as their package exports them: the expected requests, and the responses.

import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { packages } from "./installation.ts";

/** A scenario: exchanges that a client must perform. */
export interface Scenario {
  readonly name: string;
  /** The spec that it belongs to, such as `parameters/path`. */
  readonly spec: string;
  readonly exchanges: readonly MockExchange[];
  /** Set if a client must request the rest of a stream on its own. */
  readonly isResumed: boolean;
}

/** A request that the server expects, and its response. */
export interface MockExchange {
  readonly uri: string;
  readonly method: string;
  readonly request?: MockRequest;
  readonly response: MockResponse;
}

/** An expected request. */
export interface MockRequest {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: MockBody | MockForm;
  /** The status with which the server refuses the request. */
  readonly status?: number;
}

export interface MockResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: MockBody;
}

/** A body, whose text may depend on the address of the server. */
export interface MockBody {
  readonly contentType: string;
  readonly rawContent?: string | Buffer | { serialize(config: { baseUrl: string }): string };
  /** The pieces in which a stream is sent. */
  readonly streamChunks?: readonly Buffer[];
}

/** A multipart form. */
export interface MockForm {
  readonly kind: "multipart";
  readonly parts?: Readonly<Record<string, unknown>>;
  readonly files?: readonly MockFile[];
}

/** A file of a form. */
export interface MockFile {
  readonly fieldname: string;
  readonly originalname: string;
  readonly buffer: Buffer;
  readonly mimetype: string;
}

interface MockApi {
  readonly Scenarios?: Readonly<Record<string, MockScenario>>;
}

interface MockScenario {
  readonly apis: readonly MockExchange[];
  readonly passCondition: string;
  /** The keys of the requests that the server must see, if it expects more than one for each exchange. */
  readonly keys?: readonly string[];
}

/** Reads all scenarios. */
export async function readScenarios(): Promise<readonly Scenario[]> {
  const folder = join(packages, "http-specs/dist/specs");
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith("mockapi.js"),
  );
  const scenarios: Scenario[] = [];
  for (const file of files.sort()) {
    const module: MockApi = await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
    for (const [name, scenario] of Object.entries(module.Scenarios ?? {})) {
      const { apis, passCondition, keys = [] } = scenario;
      // A request that breaks the contract only shows that the server notices it.
      const isRefused = ({ request }: MockExchange): boolean =>
        passCondition === "by-key" && (request?.status ?? 200) >= 400;
      const exchanges = apis.filter((api) => !isRefused(api)).map(plainExchange);
      const isResumed = keys.length > exchanges.length;
      scenarios.push({ name, spec: dirname(file), exchanges, isResumed });
    }
  }
  return scenarios;
}

/** Replaces matchers, such as the one for dates, by an example of a match. */
function plainExchange({ request, response, ...exchange }: MockExchange): MockExchange {
  return {
    ...exchange,
    response: { ...response, headers: plainValues(response.headers) },
    ...(request === undefined
      ? {}
      : {
          request: {
            ...request,
            headers: plainValues(request.headers),
            query: plainValues(request.query),
          },
        }),
  };
}

function plainValues(
  values: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(values));
}

export function bytesOfBody({ rawContent, streamChunks }: MockBody, baseUrl: string): Buffer {
  if (streamChunks !== undefined) return Buffer.concat(streamChunks);
  if (Buffer.isBuffer(rawContent)) return rawContent;
  if (typeof rawContent === "object" || typeof rawContent === "function") {
    return Buffer.from(rawContent.serialize({ baseUrl }));
  }
  return Buffer.from(rawContent ?? "");
}
