// Reads files from the disk and the network, within the limits of the options.

import { open, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FileCode } from "../diagnostics/file.ts";
import type { ReferenceCode } from "../diagnostics/reference.ts";
import type { LoadOptions, ResolvedLimits } from "../load-options.ts";

/** Creates the function that reads the files of a document. `entryUrl` is the URL of its entry file. */
export function createSourceReader(
  entryUrl: string,
  options: LoadOptions,
  limits: ResolvedLimits,
): (url: string) => Promise<SourceText> {
  return async (url) => {
    const read = isRemote(url) ? await readRemote(url) : await readLocal(url);
    if (!read.ok) return read;
    if (read.bytes.byteLength > limits.maxFileBytes) return tooLarge(fileLabel(url), limits);
    const decoded = decodeText(read.bytes);
    return decoded.ok ? decoded : { ok: false, code: "FILE_ENCODING", message: decoded.message };
  };

  async function readRemote(url: string): Promise<SourceBytes> {
    // The entry file may be remote, because the caller chose its address.
    const allowRemote = url === entryUrl || (options.allowRemote ?? false);
    if (!isAllowedUrl(url, allowRemote)) {
      return refusedProblem("REF_REMOTE", `${url} is remote, and remote files are not allowed`);
    }
    return await fetchBytes(url, { ...options, allowRemote }, limits);
  }

  async function readLocal(url: string): Promise<SourceBytes> {
    if (!url.startsWith("file:")) {
      return refusedProblem("REF_INVALID", `${url} is neither a file nor an http(s) address`);
    }
    const path = localPath(url);
    if (path === undefined)
      return refusedProblem("REF_INVALID", `${url} is not a path on this machine`);
    const name = fileLabel(url);
    const root = findRoot(entryUrl, options.root);
    if (url !== entryUrl && !isInFolder(root, path)) return outsideProblem(name);
    try {
      if (options.readFile !== undefined) return { ok: true, bytes: await options.readFile(path) };
      const real = await realpath(path);
      if (url !== entryUrl && !isInFolder(await realpath(root), real)) return outsideProblem(name);
      return await readWhole(real, name, limits);
    } catch (cause) {
      return unreadableProblem(cause, name);
    }
  }

  function fileLabel(url: string): string {
    return fileNameOf(url, entryUrl);
  }
}

async function readWhole(path: string, name: string, limits: ResolvedLimits): Promise<SourceBytes> {
  await using handle = await open(path, "r");
  const stats = await handle.stat();
  if (stats.isDirectory()) return refusedProblem("FILE_UNREADABLE", `${name} is a folder`);
  if (!stats.isFile()) return refusedProblem("FILE_UNREADABLE", `${name} is a device or a pipe`);
  if (stats.size > limits.maxFileBytes) return tooLarge(name, limits);
  return { ok: true, bytes: await handle.readFile() };
}

function unreadableProblem(cause: unknown, name: string): SourceBytes {
  // Do not use the system's message, because it contains absolute paths that differ between machines.
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "failed";
  if (code === "ENOENT" || code === "ENOTDIR") {
    return refusedProblem("FILE_NOT_FOUND", `there is no file ${name}`);
  }
  return refusedProblem("FILE_UNREADABLE", `${name} cannot be read (${code})`);
}

function findRoot(entryUrl: string, root: string | undefined): string {
  if (root !== undefined) return resolve(root);
  const entry = localPath(entryUrl);
  // A remote document must not read local files, so use a root folder that contains no file.
  if (entry === undefined) return resolve(sep, "nonexistent");
  return isInFolder(process.cwd(), entry) ? process.cwd() : dirname(entry);
}

function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function localPath(url: string): string | undefined {
  try {
    return url.startsWith("file:") ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
}

/** Converts the path or URL of the entry file to an absolute URL. */
export function entryUrlOf(file: string): string {
  return isRemote(file) ? new URL(file).href : pathToFileURL(resolve(file)).href;
}

/**
 * Returns the name that diagnostics use for a file: relative to the entry's folder, or the URL of a remote
 * file.
 */
export function fileNameOf(url: string, entryUrl: string): string {
  const path = localPath(url);
  const entry = localPath(entryUrl);
  if (path === undefined || entry === undefined) return url;
  return relative(dirname(entry), path).split(sep).join("/");
}

function outsideProblem(name: string): SourceBytes {
  return refusedProblem("REF_OUTSIDE_ROOT", `${name} is outside the root folder`);
}

function tooLarge(name: string, limits: ResolvedLimits): SourceText & { readonly ok: false } {
  return refusedProblem("FILE_TOO_LARGE", `${name} is larger than ${limits.maxFileBytes} bytes`);
}

function refusedProblem(
  code: FileCode | ReferenceCode,
  message: string,
): SourceText & { readonly ok: false } {
  return { ok: false, code, message };
}

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;

/** The text of a file, or the reason why it could not be read. */
export type SourceText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly code: FileCode | ReferenceCode;
      readonly message: string;
      /** A fix that is more specific than that of the code. */
      readonly fix?: string;
    };

/** The bytes of a file, or the reason why they could not be read. */
export type SourceBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | (SourceText & { readonly ok: false });

/** Reports whether a URL or path is an `http:` or `https:` URL. */
export function isRemote(url: string): boolean {
  return /^https?:/i.test(url);
}

/**
 * Reports whether a document may read a URL. A URL in the list allows itself and all URLs below it:
 * `https://a.example/x` allows `https://a.example/x/y`, but not `https://a.example/xy` or a URL of a
 * different host.
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
 * Fetches a remote file. Each redirect must lead to an allowed URL. A redirect from https to http is
 * rejected.
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
      if (!response.ok) return remoteUnreadable(`${url} answers ${response.status}`);
      return await readBody(response, url, limits);
    }
    return remoteUnreadable(`${url} redirects more than ${MAX_REDIRECTS} times`);
  } catch (cause) {
    return remoteUnreadable(`${url} cannot be fetched: ${failureReason(cause)}`);
  }
}

/** Returns why a request failed. The message of Node itself is only "fetch failed". */
function failureReason(cause: unknown): string {
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

function remoteUnreadable(message: string): SourceBytes {
  const fix = "Check that the address leads to the document without a login, or save it as a file.";
  return { ok: false, code: "FILE_UNREADABLE", message, fix };
}

/** The text of a file, or the reason why its bytes are not UTF-8. */
export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * Decodes UTF-8 without its byte order mark. If the bytes look like UTF-16 or UTF-32, the message names
 * that encoding.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const other = otherEncoding(bytes);
  if (other !== undefined) return { ok: false, message: `the file is ${other}, not UTF-8` };
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, message: "the file is not valid UTF-8" };
  }
}

function otherEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "UTF-32" : "UTF-16";
  if (first === 0xfe && second === 0xff) return "UTF-16";
  // A document starts with an ASCII character. In UTF-16 and UTF-32, zero bytes are beside this character.
  if (first === 0 && second === 0) return "UTF-32";
  if (bytes.length > 1 && (first === 0 || second === 0)) return "UTF-16";
  return undefined;
}
