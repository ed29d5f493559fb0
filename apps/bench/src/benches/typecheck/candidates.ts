// The generators whose output is compiled. For each: how it is run, and a program that makes one
// call with its output.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchContext } from "../../bench.ts";
import { type Measurement, measureCommand } from "../../measure-command.ts";
import { installPeer, type PeerPackage } from "../../peers.ts";
import type { RealDocument } from "../real-documents.ts";

/** A generator. Its output may contain zod schemas. */
export interface Candidate {
  readonly name: string;
  readonly hasZod: boolean;
  /** The packages of the generator; absent for our generator. */
  readonly peer?: PeerPackage;
  /** Generates code into the folder `gen` of a project. */
  generate(place: Place): Promise<Measurement>;
  /** Returns the text of a program that makes one call. */
  program(call: Call): string;
}

/** The folders of a candidate's project. */
export interface Place {
  readonly context: BenchContext;
  /** The folder of the peer. For our generator, it is the root of the repository. */
  readonly packages: string;
  readonly document: RealDocument;
  readonly project: string;
}

/** An operation of a document, without parameters. */
export interface Call {
  readonly path: string;
  /** The name of the method for this operation in the output of most generators. */
  readonly method: string;
}

/** For each document, the operation that the programs call. */
export const calls: Readonly<Record<string, Call>> = {
  github: { path: "/meta", method: "metaGet" },
  box: { path: "/users/me", method: "getUsersMe" },
  digitalocean: { path: "/v2/account", method: "accountGet" },
  discord: { path: "/users/@me", method: "getMyUser" },
};

const typescript = "5.9.3";
const zod = "4.6.7";

function ourCandidate(hasZod: boolean): Candidate {
  return {
    name: "specwright",
    hasZod,
    generate: ({ context, document, project }) => {
      const bin = join(context.root, "generators/cli/dist/bin.js");
      const emit = hasZod ? "client,zod" : "client";
      const args = ["generate", "--quiet", "--emit", emit, "--name", "Api"];
      return measureCommand(
        [bin, ...args, "--input", document.path, "--output", join(project, "gen")],
        { cwd: context.root },
      );
    },
    program: ({ method }) => `import { restTransport } from "@specwright/rest/client";
import { createApiClient } from "./gen/client";
${hasZod ? 'export * as schemas from "./gen/schemas";\n' : ""}
const client = createApiClient(restTransport({ baseUrl: "https://api.example.com" }));
export const answer = await client.${method}();
`,
  };
}

function heyApi(hasZod: boolean): Candidate {
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  return {
    name: "@hey-api/openapi-ts",
    hasZod,
    peer: {
      name: "@hey-api/openapi-ts",
      dependencies: { "@hey-api/openapi-ts": "0.99.0", typescript, zod },
    },
    generate: (place) => {
      const settings = {
        input: place.document.path,
        output: join(place.project, "gen"),
        plugins: hasZod ? [...plugins, "zod"] : plugins,
      };
      return withConfig(place, "node_modules/@hey-api/openapi-ts/bin/run.js", "--file", settings);
    },
    program: ({ method }) => `import { ${method} } from "./gen/sdk.gen";
${hasZod ? 'export * as schemas from "./gen/zod.gen";\n' : ""}
export const answer = await ${method}();
`,
  };
}

function orvalCandidate(hasZod: boolean): Candidate {
  return {
    name: "orval",
    hasZod,
    peer: { name: "orval", dependencies: { orval: "8.30.0", typescript, zod } },
    generate: (place) => {
      const input = { target: place.document.path };
      const output = (file: string, client: string): object => ({
        input,
        output: { target: join(place.project, "gen", file), client },
      });
      const settings = {
        client: output("client.ts", "fetch"),
        ...(hasZod && { zod: output("zod.ts", "zod") }),
      };
      return withConfig(place, "node_modules/orval/dist/bin/orval.mjs", "--config", settings);
    },
    program: ({ method }) => `import { ${method} } from "./gen/client";
${hasZod ? 'export * as schemas from "./gen/zod";\n' : ""}
export const answer = await ${method}();
`,
  };
}

const openapiTypescript: Candidate = {
  name: "openapi-typescript",
  hasZod: false,
  peer: {
    name: "openapi-fetch",
    dependencies: { "openapi-typescript": "7.13.0", "openapi-fetch": "0.17.0", typescript },
  },
  generate: ({ packages, document, project }) => {
    const bin = join(packages, "node_modules/openapi-typescript/bin/cli.js");
    const output = join(project, "gen/paths.d.ts");
    return measureCommand([bin, document.path, "--output", output], { cwd: packages });
  },
  program: ({ path }) => `import createClient from "openapi-fetch";
import type { paths } from "./gen/paths";

const client = createClient<paths>({ baseUrl: "https://api.example.com" });
export const answer = await client.GET("${path}");
`,
};

/** Runs a peer with a configuration file that contains these settings. */
export async function withConfig(
  { packages }: Place,
  bin: string,
  flag: string,
  settings: object,
): Promise<Measurement> {
  const config = join(packages, "bench.config.mjs");
  await writeFile(config, `export default ${JSON.stringify(settings)};`);
  return measureCommand([join(packages, bin), flag, config], { cwd: packages });
}

/**
 * Our generator and the peers, each with and without zod if it supports zod. Our generator is
 * first.
 */
export const candidates: readonly Candidate[] = [
  ourCandidate(false),
  ourCandidate(true),
  openapiTypescript,
  heyApi(false),
  heyApi(true),
  orvalCandidate(false),
  orvalCandidate(true),
];

/** Returns the folder with the packages of a candidate. */
export function packagesOf(context: BenchContext, { peer }: Candidate): Promise<string> {
  return peer === undefined ? Promise.resolve(context.root) : installPeer(context, peer);
}
