// A package registry on the loopback address. npm installs packages of this repository from it.

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A running registry. */
export interface ServedPackages extends AsyncDisposable {
  readonly url: string;
}

interface Packed {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly integrity: string;
  readonly tarball: Buffer;
}

/**
 * Packs a package of the repository and the workspace packages that it depends on. Serves the
 * packed packages on a free port.
 */
export async function servePackages(
  root: string,
  folder: string,
  first: string,
): Promise<ServedPackages> {
  const packages = new Map<string, Packed>();
  const found = new Set([first]);
  // The set grows during this loop.
  for (const each of found) {
    const text = await readFile(join(root, each, "package.json"), "utf8");
    const manifest = JSON.parse(text) as Packed["manifest"] & {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      if (name.startsWith("@specwright/")) found.add(name.replace("@specwright", "generators"));
    }
    packages.set(manifest.name, { manifest, ...(await pack(join(root, each), folder)) });
  }
  // npm caches packages by URL. An earlier run may have used the same port, so the URL needs a new
  // path.
  const base = `/${randomUUID()}/`;
  const server = createServer((request, response) => {
    const [name = "", file] = decodeURIComponent(request.url ?? "")
      .slice(base.length)
      .split("/-/");
    const packed = packages.get(name);
    if (packed === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (file !== undefined) {
      response.end(packed.tarball);
      return;
    }
    const { manifest, integrity } = packed;
    const { version } = manifest;
    const tarball = `${url}${name}/-/${version}.tgz`;
    const versions = { [version]: { ...manifest, dist: { integrity, tarball } } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function pack(cwd: string, folder: string): Promise<Omit<Packed, "manifest">> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd, maxBuffer: 16 * 1024 * 1024 });
  const [packed] = JSON.parse(stdout) as readonly {
    readonly filename: string;
    readonly integrity: string;
  }[];
  if (packed === undefined) throw new Error(`npm packed nothing in ${cwd}.`);
  const { filename, integrity } = packed;
  return { integrity, tarball: await readFile(join(folder, filename)) };
}
