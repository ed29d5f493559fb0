// The generators that the benchmarks compare, with their usual versions and plugins.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PeerPackage } from "../peers.ts";

/** A generator, and how it is run. */
export interface GeneratorPeer extends PeerPackage {
  /** The script of the generator, relative to the folder of the peer. */
  readonly bin: string;
  /**
   * Returns the configuration file of the generator as JavaScript text; absent if it needs no file.
   */
  readonly config?: (input: string, output: string) => string;
  readonly args: (input: string, output: string, config: string) => readonly string[];
}

/** The peers of the `generate` benchmark. */
export const generatorPeers: readonly GeneratorPeer[] = [
  {
    name: "openapi-typescript",
    dependencies: { "openapi-typescript": "7.13.0", typescript: "5.9.3" },
    bin: "node_modules/openapi-typescript/bin/cli.js",
    args: (input, output) => [input, "--output", join(output, "paths.ts")],
  },
  {
    name: "@hey-api/openapi-ts",
    dependencies: { "@hey-api/openapi-ts": "0.99.0", typescript: "5.9.3", zod: "4.6.7" },
    bin: "node_modules/@hey-api/openapi-ts/bin/run.js",
    config: (input, output) =>
      `export default ${JSON.stringify({
        input,
        output: join(output, "gen"),
        plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch", "zod"],
      })};`,
    args: (_input, _output, config) => ["--file", config],
  },
  {
    name: "orval",
    dependencies: { orval: "8.30.0", typescript: "5.9.3", zod: "4.6.7" },
    bin: "node_modules/orval/dist/bin/orval.mjs",
    config: (input, output) =>
      `export default ${JSON.stringify({
        client: {
          input: { target: input },
          output: { target: join(output, "client.ts"), client: "fetch" },
        },
        zod: {
          input: { target: input },
          output: { target: join(output, "zod.ts"), client: "zod" },
        },
      })};`,
    args: (_input, _output, config) => ["--config", config],
  },
  {
    name: "@redocly/cli",
    dependencies: { "@redocly/cli": "2.77.0" },
    bin: "node_modules/@redocly/cli/bin/cli.js",
    args: (input, output) => ["generate-client", input, "--output", join(output, "client.ts")],
  },
];

/**
 * Writes the configuration file of a peer into the folder of the peer, so that its plugins can be
 * imported. Returns the path of the file.
 */
export async function writeGeneratorConfig(
  peer: GeneratorPeer,
  folder: string,
  input: string,
  output: string,
): Promise<string> {
  if (peer.config === undefined) return "";
  const path = join(folder, "bench.config.mjs");
  await writeFile(path, peer.config(input, output));
  return path;
}
