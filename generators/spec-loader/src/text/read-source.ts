// Reads the text of a file from the disk or the network, as far as the options allow.

import { open, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FileCode } from "../diagnostics/file.ts";
import type { ReferenceCode } from "../diagnostics/reference.ts";
import type { LoadOptions, ResolvedLimits } from "../load-options.ts";
import { decodeText } from "./decode-text.ts";
import {
  fetchBytes,
  isAllowedUrl,
  isRemote,
  type SourceBytes,
  type SourceText,
} from "./fetch-source.ts";

/** Creates the function that reads the file of a URL on behalf of the entry document. */
export function createSourceReader(
  entryUrl: string,
  options: LoadOptions,
  limits: ResolvedLimits,
): (url: string) => Promise<SourceText> {
  return async (url) => {
    const read = isRemote(url) ? await readRemote(url) : await readLocal(url);
    if (!read.ok) return read;
    if (read.bytes.byteLength > limits.maxFileBytes) return tooLarge(nameOf(url), limits);
    const decoded = decodeText(read.bytes);
    return decoded.ok ? decoded : { ok: false, code: "FILE_ENCODING", message: decoded.message };
  };

  async function readRemote(url: string): Promise<SourceBytes> {
    // Whoever names the address of the document means to fetch it, wherever it is.
    const allowRemote = url === entryUrl || (options.allowRemote ?? false);
    if (!isAllowedUrl(url, allowRemote)) {
      return refused("REF_REMOTE", `${url} is remote, and remote files are not allowed`);
    }
    return await fetchBytes(url, { ...options, allowRemote }, limits);
  }

  async function readLocal(url: string): Promise<SourceBytes> {
    if (!url.startsWith("file:")) {
      return refused("REF_INVALID", `${url} is neither a file nor an http(s) address`);
    }
    const path = pathOf(url);
    if (path === undefined) return refused("REF_INVALID", `${url} is not a path on this machine`);
    const name = nameOf(url);
    const root = rootOf(entryUrl, options.root);
    if (url !== entryUrl && !contains(root, path)) return outside(name);
    try {
      if (options.readFile !== undefined) return { ok: true, bytes: await options.readFile(path) };
      const real = await realpath(path);
      if (url !== entryUrl && !contains(await realpath(root), real)) return outside(name);
      return await readWhole(real, name, limits);
    } catch (cause) {
      return unreadable(cause, name);
    }
  }

  function nameOf(url: string): string {
    return fileNameOf(url, entryUrl);
  }
}

async function readWhole(path: string, name: string, limits: ResolvedLimits): Promise<SourceBytes> {
  await using handle = await open(path, "r");
  const stats = await handle.stat();
  if (!stats.isFile()) return refused("FILE_UNREADABLE", `${name} is not a regular file`);
  if (stats.size > limits.maxFileBytes) return tooLarge(name, limits);
  return { ok: true, bytes: await handle.readFile() };
}

function unreadable(cause: unknown, name: string): SourceBytes {
  // The message of the system contains absolute paths, which differ between machines.
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "failed";
  if (code === "ENOENT" || code === "ENOTDIR") {
    return refused("FILE_NOT_FOUND", `there is no file ${name}`);
  }
  return refused("FILE_UNREADABLE", `${name} cannot be read (${code})`);
}

function rootOf(entryUrl: string, root: string | undefined): string {
  if (root !== undefined) return resolve(root);
  const entry = pathOf(entryUrl);
  // A remote document cannot refer to local files.
  if (entry === undefined) return resolve(sep, "nonexistent");
  return contains(process.cwd(), entry) ? process.cwd() : dirname(entry);
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function pathOf(url: string): string | undefined {
  try {
    return url.startsWith("file:") ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
}

/** Converts the entry as given by the caller, a path or a URL, to an absolute URL. */
export function entryUrlOf(file: string): string {
  return isRemote(file) ? new URL(file).href : pathToFileURL(resolve(file)).href;
}

/** Returns the name of a file in diagnostics: relative to the entry's folder, or its URL. */
export function fileNameOf(url: string, entryUrl: string): string {
  const path = pathOf(url);
  const entry = pathOf(entryUrl);
  if (path === undefined || entry === undefined) return url;
  return relative(dirname(entry), path).split(sep).join("/");
}

function outside(name: string): SourceBytes {
  return refused("REF_OUTSIDE_ROOT", `${name} lies outside the root folder`);
}

function tooLarge(name: string, limits: ResolvedLimits): SourceText & { readonly ok: false } {
  return refused("FILE_TOO_LARGE", `${name} is larger than ${limits.maxFileBytes} bytes`);
}

function refused(
  code: FileCode | ReferenceCode,
  message: string,
): SourceText & { readonly ok: false } {
  return { ok: false, code, message };
}
