import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { type FileStore, IDENTITY_FILE, isFileName } from "./file-store.ts";
import type { S3Location } from "./s3-location.ts";

/** The timeout of a request, in milliseconds. */
const TIMEOUT_MS = 15_000;
const EMPTY = new Uint8Array(0);

/**
 * Stores files in an S3-compatible store. The signature of an upload includes the digest of the
 * file, so the store refuses a corrupted upload. Errors never contain the secret key.
 */
export function s3Files(location: S3Location): FileStore {
  const { bucketUrl, prefix, region, accessKeyId, secretAccessKey } = location;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    // A busy store responds with 503, so requests are retried.
    retries: 3,
  });

  async function sendSigned(
    url: string,
    method: string,
    body: Uint8Array<ArrayBuffer> = EMPTY,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const digest = createHash("sha256").update(body).digest("hex");
    return await client.fetch(url, {
      method,
      headers: { ...headers, "x-amz-content-sha256": digest },
      ...(method === "PUT" ? { body } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  function urlOf(name: string): string {
    if (!isFileName(name)) throw new TypeError("not the name of a stored file");
    return `${bucketUrl}/${prefix}${name}`;
  }

  async function putObject(
    url: string,
    bytes: Uint8Array<ArrayBuffer>,
    mediaType: string,
  ): Promise<void> {
    const response = await sendSigned(url, "PUT", bytes, { "content-type": mediaType });
    await requireSuccess(response, "PUT");
  }

  async function getObject(url: string): Promise<Response | undefined> {
    const response = await sendSigned(url, "GET");
    if (response.status !== 404) return await requireSuccess(response, "GET");
    await response.body?.cancel();
    return undefined;
  }

  const identityUrl = `${bucketUrl}/${prefix}${IDENTITY_FILE}`;
  return {
    location: `${bucketUrl}/${prefix}`,
    async identity() {
      return (await (await getObject(identityUrl))?.text())?.trim();
    },
    async setIdentity(identity) {
      await putObject(identityUrl, new TextEncoder().encode(`${identity}\n`), "text/plain");
    },
    put: (name, bytes, mediaType) => putObject(urlOf(name), bytes, mediaType),
    async get(name) {
      const response = await getObject(urlOf(name));
      return response && new Uint8Array(await response.arrayBuffer());
    },
    async delete(name) {
      const response = await sendSigned(urlOf(name), "DELETE");
      if (response.status === 404) await response.body?.cancel();
      else await requireSuccess(response, "DELETE");
    },
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (token !== undefined) query.set("continuation-token", token);
        const response = await sendSigned(`${bucketUrl}?${query}`, "GET");
        const page = readPage(await (await requireSuccess(response, "LIST")).text(), prefix);
        yield* page.names;
        token = page.next;
      } while (token !== undefined);
    },
  };
}

async function requireSuccess(response: Response, what: string): Promise<Response> {
  if (response.ok) return response;
  const [, code = "no code"] = /<Code>(\w{1,64})<\/Code>/.exec(await response.text()) ?? [];
  throw new Error(`${what}: the file store returned ${response.status} (${code})`);
}

/** Parses one page of a file list. Skips names that the service does not generate. */
function readPage(
  xml: string,
  prefix: string,
): { readonly names: readonly string[]; readonly next: string | undefined } {
  const names = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = ""]) => {
    const key = readElement(entry, "Key") ?? "";
    const name = key.slice(prefix.length);
    return key.startsWith(prefix) && isFileName(name) ? [name] : [];
  });
  const isCut = readElement(xml, "IsTruncated") === "true";
  return { names, next: isCut ? readElement(xml, "NextContinuationToken") : undefined };
}

function readElement(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  return text
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
