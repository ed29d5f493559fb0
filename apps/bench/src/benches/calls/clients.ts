// The clients that call the server of the benchmark: how they are generated, and their programs.

import { join } from "node:path";
import { type Measurement, measureCommand } from "../../measure-command.ts";
import { type Place, withConfig } from "../typecheck/candidates.ts";

/** A client that is generated from GitHub's document. */
export interface Client {
  readonly name: string;
  readonly isPeer: boolean;
  /** Generates the client into the folder `gen` of a project. */
  generate(place: Place): Promise<Measurement>;
  /**
   * The source of the program. It ends with a call of `runCalls`. The base URL is the first
   * argument of the program.
   */
  readonly program: string;
}

const ours: Client = {
  name: "specwright",
  isPeer: false,
  generate: ({ context, document, project }) => {
    const bin = join(context.root, "generators/cli/src/bin.ts");
    const options = ["--quiet", "--emit", "client", "--name", "Api", "--input", document.path];
    const run = ["--conditions=@specwright/source", bin, "generate", ...options];
    return measureCommand([...run, "--output", join(project, "gen")], { cwd: context.root });
  },
  program: `import { restTransport } from "@specwright/rest/client";
import { reposListForUser } from "./gen/client.ts";
const transport = restTransport({ baseUrl: process.argv[2] });
runCalls(async () => {
  const { status } = await reposListForUser(transport, { path: { username: "octocat" } });
  if (status !== 200) throw new Error("no answer");
});
`,
};

function heyApi(name: string, plugins: readonly unknown[]): Client {
  return {
    name,
    isPeer: true,
    generate: (place) => {
      const settings = { input: place.document.path, output: join(place.project, "gen"), plugins };
      return withConfig(place, "node_modules/@hey-api/openapi-ts/bin/run.js", "--file", settings);
    },
    program: `import { client } from "./gen/client.gen.ts";
import { reposListForUser } from "./gen/sdk.gen.ts";
client.setConfig({ baseUrl: process.argv[2] });
runCalls(async () => {
  const { data } = await reposListForUser({ path: { username: "octocat" }, throwOnError: true });
  if (data.length === 0) throw new Error("no answer");
});
`,
  };
}

const plugins = ["@hey-api/typescript", "@hey-api/client-fetch"];

/** All clients. Our client is first. */
export const clients: readonly Client[] = [
  ours,
  heyApi("@hey-api/openapi-ts", [...plugins, "@hey-api/sdk"]),
  heyApi("@hey-api/openapi-ts with zod", [
    ...plugins,
    "zod",
    { name: "@hey-api/sdk", validator: true },
  ]),
];
