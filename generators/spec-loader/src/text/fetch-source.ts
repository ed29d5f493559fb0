import type { FileCode } from "../diagnostics/file.ts";
import type { ReferenceCode } from "../diagnostics/reference.ts";
import type { LoadOptions, ResolvedLimits } from "../load-options.ts";

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;

/** The text of a file, or the reason why it could not be read. */
export type SourceText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly code: FileCode | ReferenceCode;
      readonly message: string;
      /** Replaces the standard fix by a more specific one. */
      readonly fix?: string;
    };

/** The bytes of a file, or the reason why they could not be read. */
export type SourceBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | (SourceText & { readonly ok: false });

/** Reports whether a URL or path names a file on the network. */
export function isRemote(url: string): boolean {
  return /^https?:/i.test(url);
}

/**
 * Reports whether the option allows a URL. A listed URL allows itself and everything below it:
 * `https://a.example/x` allows `https://a.example/x/y`, but not `https://a.example/xy` or another
 * host.
 */
export function isAllowedUrl(url: string, allowed: boolean | readonly string[]): boolean {
  if (typeof allowed === "boolean") return allowed;
  const wanted = URL.parse(url);
  return allowed.some((prefix) => {
    const granted = URL.parse(prefix);
    if (wanted === null || granted === null || granted.origin !== wanted.origin) return false;
    const folder = granted.pathname.endsWith("/") ? granted.pathname : `${granted.pathname}/`;
    return wanted.pathname === granted.pathname || wanted.pathname.startsWith(folder);
  });
}

/**
 * Fetches a remote file. Each redirect must be allowed like the first address; a secure one never
 * leads to one that is not.
 */
export async function fetchBytes(
  url: string,
  options: Pick<LoadOptions, "allowRemote" | "fetch">,
  limits: ResolvedLimits,
): Promise<SourceBytes> {
  const fetchFile = options.fetch ?? globalThis.fetch;
  let address = url;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const response = await fetchFile(address, {
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const next = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && next !== null) {
        const target = new URL(next, address).href;
        const isDowngrade = /^https:/i.test(address) && !/^https:/i.test(target);
        address = target;
        if (
          isDowngrade ||
          !isRemote(address) ||
          !isAllowedUrl(address, options.allowRemote ?? false)
        ) {
          const message = `${url} redirects to ${address}, which is not allowed`;
          return { ok: false, code: "REF_REMOTE", message };
        }
        continue;
      }
      if (!response.ok) return unreadable(`${url} answers ${response.status}`);
      return await readBody(response, url, limits);
    }
    return unreadable(`${url} redirects more than ${MAX_REDIRECTS} times`);
  } catch (cause) {
    return unreadable(`${url} cannot be fetched: ${reasonOf(cause)}`);
  }
}

/** Returns why a request failed, which Node hides behind "fetch failed". */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return `no answer in ${TIMEOUT_MS / 1000} seconds`;
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message;
}

async function readBody(
  response: Response,
  url: string,
  limits: ResolvedLimits,
): Promise<SourceBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.maxFileBytes) {
      const message = `${url} is larger than ${limits.maxFileBytes} bytes`;
      return { ok: false, code: "FILE_TOO_LARGE", message };
    }
    chunks.push(chunk);
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

function unreadable(message: string): SourceBytes {
  const fix = "Check that the address leads to the document without a login, or save it as a file.";
  return { ok: false, code: "FILE_UNREADABLE", message, fix };
}
