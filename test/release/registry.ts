import { createHash, randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** How the next publication fails: before or after the registry stored it. */
export type PublicationFault = "refuse" | "store and fail";

/** An npm registry on loopback. */
export interface PackageRegistry extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
}

/** An npm registry on loopback that keeps everything in memory. */
export interface TestRegistry extends PackageRegistry {
  /** The published packages as `name@version`, in the order of publication. */
  readonly published: readonly string[];
  /** Lets the publication after `after` more publications fail. */
  failAfter(after: number, fault: PublicationFault): void;
}

interface Manifest {
  readonly version: string;
  readonly dist: { readonly integrity: string };
}

interface PublishBody {
  readonly name: string;
  readonly "dist-tags": Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, Manifest>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

interface StoredPackage {
  readonly tags: Record<string, string>;
  readonly versions: Map<string, { readonly manifest: Manifest; readonly tarball: Buffer }>;
}

export const publishToken = "token-of-the-release-test";

async function readBody(request: IncomingMessage): Promise<PublishBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as PublishBody;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Checks what npm sent as a registry does, and stores it; returns a status and a reason. */
function store(packages: Map<string, StoredPackage>, body: PublishBody): [number, string] {
  const [version = "", manifest] = Object.entries(body.versions)[0] ?? [];
  const [attachment] = Object.values(body._attachments);
  if (manifest === undefined || attachment === undefined) return [400, "nothing to publish"];
  const stored = packages.get(body.name) ?? { tags: {}, versions: new Map() };
  if (stored.versions.has(version)) {
    return [403, `You cannot publish over the previously published versions: ${version}.`];
  }
  const tarball = Buffer.from(attachment.data, "base64");
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  if (integrity !== manifest.dist.integrity) return [400, "the integrity is of another tarball"];
  stored.versions.set(version, { manifest, tarball });
  Object.assign(stored.tags, body["dist-tags"]);
  packages.set(body.name, stored);
  return [201, "published"];
}

function packument(url: string, name: string, { tags, versions }: StoredPackage): unknown {
  const listed = [...versions].map(([version, { manifest }]) => {
    const tarball = `${url}${name}/-/${version}.tgz`;
    return [version, { ...manifest, dist: { ...manifest.dist, tarball } }];
  });
  return { name, "dist-tags": tags, versions: Object.fromEntries(listed) };
}

/** Starts an empty registry on a free port. */
export async function startRegistry(): Promise<TestRegistry> {
  const packages = new Map<string, StoredPackage>();
  const published: string[] = [];
  // npm caches packages by address, and may have cached other contents of the same versions from an earlier
  // run on this port.
  const base = `/${randomUUID()}/`;
  let fault: { after: number; kind: PublicationFault } | undefined;

  const publish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    if (request.headers.authorization !== `Bearer ${publishToken}`) {
      return answer(response, 401, { error: "log in first" });
    }
    const failing = fault !== undefined && fault.after-- === 0 ? fault.kind : undefined;
    if (failing !== undefined) fault = undefined;
    if (failing === "refuse") return answer(response, 500, { error: "out of order" });
    const [status, reason] = store(packages, body);
    if (status === 201) published.push(`${body.name}@${Object.keys(body.versions)[0]}`);
    if (failing === "store and fail") return answer(response, 500, { error: "out of order" });
    answer(response, status, status === 201 ? { ok: true } : { error: reason });
  };
  const listener: RequestListener = (request, response) => {
    if (request.method === "PUT") return void publish(request, response);
    const path = decodeURIComponent((request.url ?? "").slice(base.length)).split("?")[0] ?? "";
    const [name = "", file] = path.split("/-/");
    const found = packages.get(name);
    if (found === undefined) return answer(response, 404, { error: "not found" });
    if (file === undefined) return answer(response, 200, packument(url, name, found));
    const tarball = found.versions.get(file.replace(/\.tgz$/, ""))?.tarball;
    response.writeHead(tarball === undefined ? 404 : 200).end(tarball);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  return {
    url,
    token: publishToken,
    published,
    failAfter(after, kind) {
      fault = { after, kind };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
