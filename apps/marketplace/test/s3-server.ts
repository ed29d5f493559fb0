// A store that implements as much of S3 as the service needs, and verifies everything that is
// signed: method, path, query, headers, the digest of the body and the time.

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

export const ACCESS_KEY = "TESTKEY";
export const SECRET_KEY = "test/secret+key";

/** An object in the store. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly storedAt: Date;
}

export interface S3Server {
  /** `http://host:port`, without a bucket. */
  readonly endpoint: string;
  /** The value for `MARKETPLACE_FILES_URL`. */
  readonly url: string;
  /** By bucket and key, such as `images/folder/name`. */
  readonly objects: Map<string, StoredObject>;
  /** The codes of requests that were refused. */
  readonly refusals: readonly string[];
  /** Answers 503 to the next requests. */
  failNext(count: number): void;
  close(): void;
}

const MAX_SKEW_MS = 15 * 60_000;
const PAGE = 3;

/** Starts a store with the bucket `images`, until it is closed. */
export async function openS3(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const refusals: string[] = [];
  let failing = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const refuse = (status: number, code: string): void => {
      refusals.push(code);
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    };
    if (failing > 0) {
      failing -= 1;
      return refuse(503, "SlowDown");
    }
    const fault = signatureFault(request, body);
    if (fault !== undefined) return refuse(403, fault);
    const url = new URL(request.url ?? "", "http://s3.example");
    const key = decodeURIComponent(url.pathname.slice(1));
    if (key.replace(/\/$/, "") === "images" && request.method === "GET") {
      response.end(listing(objects, url.searchParams));
      return;
    }
    if (!key.startsWith("images/")) return refuse(404, "NoSuchBucket");
    const found = objects.get(key);
    switch (request.method) {
      case "PUT": {
        const mediaType = request.headers["content-type"] ?? "";
        objects.set(key, { bytes: body, mediaType, storedAt: new Date() });
        response.end();
        return;
      }
      case "GET":
        if (found === undefined) return refuse(404, "NoSuchKey");
        response.writeHead(200, { "content-type": found.mediaType });
        response.end(found.bytes);
        return;
      case "DELETE":
        objects.delete(key);
        response.writeHead(204).end();
        return;
      default:
        return refuse(405, "MethodNotAllowed");
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const host = `127.0.0.1:${address.port}`;
  return {
    endpoint: `http://${host}`,
    url: `s3+http://${ACCESS_KEY}:${encodeURIComponent(SECRET_KEY)}@${host}/images/market?region=eu-test-1`,
    objects,
    refusals,
    failNext(count) {
      failing = count;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the S3 error code for the signature of a request, or undefined if it is valid. */
function signatureFault(request: IncomingMessage, body: Buffer): string | undefined {
  const { authorization = "" } = request.headers;
  const [, key, scope = "", names = "", given = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (key === undefined) return "AccessDenied";
  if (key !== ACCESS_KEY) return "InvalidAccessKeyId";
  const date = `${request.headers["x-amz-date"]}`;
  const at = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  if (!(Math.abs(Date.now() - at) <= MAX_SKEW_MS)) return "RequestTimeTooSkewed";
  const [day = "", region = "", service = "", end = ""] = scope.split("/");
  if (!date.startsWith(day) || service !== "s3" || end !== "aws4_request") return "AccessDenied";
  const signed = names.split(";");
  if (!signed.includes("host") || !signed.includes("x-amz-date")) return "AccessDenied";
  const digest = `${request.headers["x-amz-content-sha256"]}`;
  if (digest !== hash(body)) return "XAmzContentSHA256Mismatch";
  const canonical = [
    request.method,
    canonicalPath(request),
    canonicalQuery(request),
    ...signed.map((name) => `${name}:${`${request.headers[name]}`.trim().replaceAll(/ +/g, " ")}`),
    "",
    names,
    digest,
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", date, scope, hash(canonical)].join("\n");
  const signingKey = [day, region, service, end].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${SECRET_KEY}`,
  );
  const want = createHmac("sha256", signingKey).update(text).digest();
  return timingSafeEqual(want, Buffer.from(given, "hex")) ? undefined : "SignatureDoesNotMatch";
}

function canonicalPath({ url = "" }: IncomingMessage): string {
  const [path = ""] = url.split("?");
  return path
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
}

function canonicalQuery({ url = "" }: IncomingMessage): string {
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hash(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Lists objects, a few at a time, so that clients have to request further pages. */
function listing(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? "";
  const all = [...objects]
    .map(([path, { storedAt }]) => ({ key: path.slice("images/".length), storedAt }))
    .filter(({ key }) => key.startsWith(prefix) && key > after)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const page = all.slice(0, PAGE);
  const contents = page.map(
    ({ key, storedAt }) =>
      `<Contents><Key>${key.replaceAll("&", "&amp;")}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>1</Size></Contents>`,
  );
  const isCut = all.length > PAGE;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)?.key}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
}
