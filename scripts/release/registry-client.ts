import { setTimeout as sleep } from "node:timers/promises";
import { ReleaseError } from "./release-error.ts";

/** A version in a registry. */
export interface PublishedVersion {
  readonly integrity: string;
  /** The URL of its tarball. */
  readonly tarball: string;
}

/** A registry to read from. */
export interface Registry {
  /** Its URL, with a slash at the end. */
  readonly url: string;
  /** The token for a registry that requires a login to read. */
  readonly token: string | undefined;
}

interface Packument {
  readonly versions?: Readonly<
    Record<string, { readonly dist?: { readonly integrity?: string; readonly tarball?: string } }>
  >;
}

const timeoutMs = 30_000;
/** Pauses before further attempts: a read may always be repeated. */
const pausesMs = [500, 3_000];

/** Sends one request; returns the error if there is no response, or a server error. */
async function tryGet(url: URL, headers: Headers): Promise<Response | Error> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (response.status < 500 && response.status !== 429) return response;
    return new Error(`status ${response.status}`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function get({ token }: Registry, url: URL, accept: string): Promise<Response> {
  const headers = new Headers({ accept, "cache-control": "no-cache" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  let outcome = await tryGet(url, headers);
  for (const pauseMs of pausesMs) {
    if (outcome instanceof Response) return outcome;
    await sleep(pauseMs);
    outcome = await tryGet(url, headers);
  }
  if (outcome instanceof Response) return outcome;
  throw new ReleaseError(
    `The registry did not answer: GET ${url} (${outcome.message})`,
    "Check the address and the network, then run the same command again.",
    { cause: outcome },
  );
}

function refused(url: URL, status: number): ReleaseError {
  return new ReleaseError(
    `The registry answered ${status}: GET ${url}`,
    status === 401 || status === 403
      ? "Reading needs a login here: put a token into NPM_TOKEN, then run the same command again."
      : "Run the same command again; what is published already is skipped.",
  );
}

/**
 * Looks up a version of a package; `undefined` if the registry does not have it.
 * @throws ReleaseError if the registry does not respond, or the response is invalid.
 */
export async function readVersion(
  registry: Registry,
  name: string,
  version: string,
): Promise<PublishedVersion | undefined> {
  const url = new URL(name.replace("/", "%2f"), registry.url);
  const response = await get(
    registry,
    url,
    "application/vnd.npm.install-v1+json, application/json",
  );
  if (response.status === 404) return undefined;
  if (!response.ok) throw refused(url, response.status);
  const { versions } = (await response.json()) as Packument;
  const { integrity, tarball } = versions?.[version]?.dist ?? {};
  if (integrity === undefined || tarball === undefined) return undefined;
  return { integrity, tarball };
}

/**
 * Downloads the tarball of a published version.
 * @throws ReleaseError if the registry refuses it.
 */
export async function downloadTarball(
  registry: Registry,
  published: PublishedVersion,
): Promise<Buffer> {
  const url = new URL(published.tarball);
  const response = await get(registry, url, "application/octet-stream");
  if (!response.ok) throw refused(url, response.status);
  return Buffer.from(await response.arrayBuffer());
}
