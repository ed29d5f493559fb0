import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** A page or file as it is sent. */
export interface FinishedPage {
  readonly status: number;
  /** The headers of every answer with it, without those of its encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers of a 304, which are those without a body. */
  readonly unchangedHeaders: Readonly<Record<string, string>>;
  /** Also in `headers`. */
  readonly etag: string;
  /** In milliseconds; absent if nobody knows. */
  readonly modifiedAt: number | undefined;
  readonly bytes: Buffer;
  /** Absent if compressing saves nothing. */
  readonly gzip: Buffer | undefined;
}

/** What a page is made of. */
export interface PageContent {
  /** The media type. */
  readonly type: string;
  readonly content: string | Uint8Array;
  /** 200 by default. */
  readonly status?: number;
  /** In milliseconds. */
  readonly modifiedAt?: number | undefined;
  /** For `Cache-Control`; by default, caches ask whether it has changed. */
  readonly caching?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Smaller ones do not become smaller. */
const MIN_COMPRESSED_BYTES = 256;

/** Prepares a page for being sent any number of times. */
export function finishPage(page: PageContent): FinishedPage {
  const { type, content, status = 200, modifiedAt, caching = "no-cache", headers = {} } = page;
  const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  const compressed = bytes.length < MIN_COMPRESSED_BYTES ? bytes : gzipSync(bytes);
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
  const etag = `"${digest}"`;
  const unchangedHeaders = {
    "Cache-Control": caching,
    ...(status === 200 ? { ETag: etag } : {}),
    ...(status === 200 && modifiedAt !== undefined
      ? { "Last-Modified": new Date(modifiedAt).toUTCString() }
      : {}),
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...headers,
  };
  return {
    status,
    etag,
    modifiedAt,
    bytes,
    gzip: compressed.length < bytes.length ? compressed : undefined,
    headers: { "Content-Type": type, ...unchangedHeaders },
    unchangedHeaders,
  };
}
