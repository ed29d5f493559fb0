// The documents from which the benchmarks generate code.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BenchContext } from "../bench.ts";
import { installPeer } from "../peers.ts";

/** A description of an API that many people know. */
export interface RealDocument {
  readonly name: string;
  readonly path: string;
}

/** Returns the documents that exist on this machine. Logs the missing ones. */
export async function findDocuments(context: BenchContext): Promise<readonly RealDocument[]> {
  const octokit = await installPeer(context, {
    name: "octokit-openapi",
    dependencies: { "@octokit/openapi": "23.0.2" },
  });
  const corpus = join(context.root, "../shared/corpus/openapi");
  const documents = [
    {
      name: "github",
      path: join(octokit, "node_modules/@octokit/openapi/generated/api.github.com.json"),
    },
    { name: "box", path: join(corpus, "box-full.json") },
    { name: "digitalocean", path: join(corpus, "digitalocean.yaml") },
    { name: "discord", path: join(corpus, "discord.json") },
  ];
  for (const { name, path } of documents) {
    if (!existsSync(path)) context.log(`${name} is left out: there is no ${path}`);
  }
  return documents.filter(({ path }) => existsSync(path));
}
