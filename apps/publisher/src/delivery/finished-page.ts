import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** A page or file, ready to send. */
export interface FinishedPage {
  readonly status: number;
  /** The headers of all responses with this page, except the headers of the encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers of a 304 response. */
  readonly unchangedHeaders: Readonly<Record<string, string>>;
  /** The entity tag. `headers` contains it, too. */
  readonly etag: string;
  /** The time of the last change, in milliseconds; undefined if unknown. */
  readonly modifiedAt: number | undefined;
  readonly bytes: Buffer;
  /** The compressed page. Absent if compression saves nothing. */
  readonly gzip: Buffer | undefined;
}

/** The content of a page, and its headers. */
export interface PageContent {
  /** The media type. */
  readonly type: string;
  readonly content: string | Uint8Array;
  /** The status of the response. Default 200. */
  readonly status?: number;
  /** The time of the last change, in milliseconds. */
  readonly modifiedAt?: number | undefined;
  /** The value of `Cache-Control`. Default: caches revalidate the page before each use. */
  readonly caching?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The size from which a page is compressed, because smaller pages do not become smaller. */
const MIN_COMPRESSED_BYTES = 256;

/** Prepares a page to be sent repeatedly. */
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
