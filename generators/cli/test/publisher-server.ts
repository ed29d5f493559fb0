import { operations, type PublisherHandlers } from "@specwright/publisher-api/server";
import type {
  Change,
  Diff,
  GetVersionResponse,
  VersionDetails,
} from "@specwright/publisher-api/types";
import { createRestServer } from "@specwright/rest/fastify";
import { basic, type RequestContext, token } from "@specwright/rest/server";

type Table = PublisherHandlers<RequestContext<string>>;
type Answers<Name extends keyof Table> = readonly Awaited<ReturnType<Table[Name]>>[];

/** The responses to each operation in order; the last one is repeated. */
export type Script = { readonly [Name in keyof Table]?: Answers<Name> };

/** A publisher with scripted responses, behind the generated server. */
export interface ScriptedPublisher {
  readonly url: string;
  /** The requests so far: the operation, and the body or the path. */
  readonly requests: readonly Received[];
  close(): Promise<void>;
}

export interface Received {
  readonly operation: string;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The token that the scripted publishers accept. */
export const goodToken = "good-token";

/** Starts a publisher on a free port of the loopback interface. */
export async function startPublisher(script: Script): Promise<ScriptedPublisher> {
  const requests: Received[] = [];
  const answered = new Map<string, number>();
  function answer(name: string, request: object, headers: Received["headers"]): unknown {
    const body = "body" in request ? request.body : undefined;
    requests.push({ operation: name, headers, ...(body !== undefined && { body }) });
    const answers = Object.entries(script).find(([operation]) => operation === name)?.[1] ?? [];
    const index = answered.get(name) ?? 0;
    answered.set(name, index + 1);
    return answers[Math.min(index, answers.length - 1)];
  }
  const handlers = Object.fromEntries(
    operations.map(({ id }) => [
      id,
      (request: object, { headers }: RequestContext<string>) => answer(id, request, headers),
    ]),
  );
  const known = (given: string): string | undefined => (given === goodToken ? given : undefined);
  const server = createRestServer<typeof handlers, string>({
    operations,
    handlers,
    prefix: "/v1",
    authenticate: { token: token(known), basic: basic<string>(() => undefined) },
  });
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  return { url, requests, close: () => server.close() };
}

const sha = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** The ids of the first and the second version. */
export const ids = {
  first: "6f1c2a34-9b57-4d0e-8a11-2f0c6b7d9e55",
  second: "c0a8f2b6-51d4-4e7e-9a3f-7d1b2c3e4f50",
} as const;

const counts = {
  breaking: 0,
  potentially_breaking: 0,
  deprecation: 0,
  non_breaking: 0,
  docs: 0,
};

/** A version of the interface `shop`: the second one, unless `number` is 1. */
export function versionOf(number: 1 | 2): VersionDetails {
  const page = `https://publisher.example.com/shop/versions/${number}`;
  return {
    id: number === 1 ? ids.first : ids.second,
    interface: "shop",
    branch: "main",
    number,
    format: "openapi",
    format_version: "3.1.0",
    title: "Shop",
    version: number === 1 ? "1.0" : "1.1",
    path: "openapi.yaml",
    sha256: sha,
    files: [],
    commit: null,
    previous_id: number === 1 ? null : ids.first,
    release_title: null,
    release_notes: null,
    bump: number === 1 ? "none" : "major",
    change_counts: { ...counts, breaking: number - 1 },
    doc_public_url: `${page}/`,
    diff_public_url: `${page}/changes.html`,
    diff_summary: number === 1 ? "The first version." : "1 breaking change",
    diff_breaking: number === 2,
    diff_markdown: "",
    faults: [],
    diff_details: [],
    released_at: null,
    published_at: "2026-02-01T12:00:00Z",
  };
}

/** A change of the second version. */
export function changeOf(id: string, changed: Partial<Change> = {}): Change {
  return {
    id,
    class: "breaking",
    rule: "operation-removed",
    surface: "wire",
    direction: "request",
    subject: { kind: "operation", name: "GET /orders", path: null },
    base: { file: "parts/orders.yaml", line: 4, column: 3, pointer: "/get" },
    head: null,
    affects: ["GET /orders"],
    message: `The operation ${id} was removed.`,
    why: "Its callers are refused.",
    witness: null,
    sunset: null,
    ...changed,
  };
}

/** A comparison with the first version. */
export function diffOf(changes: readonly Change[], options: Partial<Diff> = {}): Diff {
  return {
    id: null,
    interface: "shop",
    base_id: ids.first,
    head_id: ids.second,
    summary: "Some changes",
    breaking: true,
    bump: "major",
    change_counts: { ...counts, breaking: changes.length },
    changes: [...changes],
    next_cursor: null,
    expires_at: null,
    ...options,
  };
}

/** The response for a version that is being processed. */
export const pending = {
  status: 202,
  headers: { "Retry-After": 0 },
  body: {
    data: {
      id: ids.second,
      interface: "shop",
      branch: "main",
      state: "processing",
      accepted_at: "2026-02-01T12:00:00Z",
    },
  },
} as const satisfies GetVersionResponse;
