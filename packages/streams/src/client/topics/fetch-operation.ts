import { compileTemplate, type TemplateValues } from "@specwright/runtime";
import { decodeUtf8, type FeedOperation, timeoutSignal } from "@specwright/runtime/transport";

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Calls an operation over HTTP and returns the body of its answer. Throws if the server does not answer or
 * reports an error.
 */
export async function fetchOperation(
  fetch: typeof globalThis.fetch,
  servers: Readonly<Record<string, string>>,
  { server, path, query = {} }: FeedOperation,
  values: TemplateValues,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<Uint8Array> {
  const url = new URL((servers[server] ?? server) + String(compileTemplate(path).fill(values)));
  for (const [name, template] of Object.entries(query)) {
    url.searchParams.set(name, String(compileTemplate(template).fill(values)));
  }
  const response = await fetch(url, { signal: timeoutSignal(timeoutMs) });
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.ok) return body;
  const text = decodeUtf8(body.subarray(0, 200));
  throw new Error(`${url.host} answered ${response.status}${text === "" ? "" : `: ${text}`}`);
}
