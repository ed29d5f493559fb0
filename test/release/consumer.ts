import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestRegistry } from "./registry.ts";
import { type Ending, run } from "./run.ts";

/** The module kind of a user's project, which has only the packages that npm installed. */
export type ProjectKind = "esm" | "cjs";

const types = { esm: "module", cjs: "commonjs" } as const;
const root = new URL("../..", import.meta.url).pathname;

/** The compilers that users have. */
export const compilers = {
  "TypeScript 5.9": join(root, "node_modules/typescript/bin/tsc"),
  "TypeScript 7": join(root, "node_modules/.bin/tsc"),
} as const;

const program = (field: string): string => `
import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { ListingStatusCodec } from "@specwright/marketplace-api/codec";
import type { Listing } from "@specwright/marketplace-api/types";
import { restTransport } from "@specwright/rest/client";
import { createStreamsClient, formatDecimal, streamTransport } from "@specwright/streams-sdk";
import { DecimalCodec } from "@specwright/streams-api/codec";

async function main(baseUrl: string): Promise<void> {
  const client = createMarketplaceClient(restTransport({ baseUrl }));
  const result = await client.listListings();
  if (result.status !== 200) throw new Error(\`status \${result.status}\`);
  for (const listing of result.body.data) {
    const shown: Listing["${field}"] = listing.${field};
    console.log("listing", listing.title, ListingStatusCodec.encode(listing.status), shown);
  }
  const price = DecimalCodec.decode('{"units":9007199254740993,"nanos":500000000}');
  console.log("price", formatDecimal(price));
  const streams = createStreamsClient(
    streamTransport({ url: "ws://127.0.0.1:9", accessKey: "k", secretKey: "00".repeat(32), brokerId: "b" }),
  );
  console.log("streams", typeof streams.orders);
}

void main(process.argv[2] ?? "");
`;

const config = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    rootDir: ".",
  },
  files: ["use.ts"],
};

/** Creates one project of each kind in a folder, both with the packages installed in it. */
export function writeProjects(folder: string, registry: TestRegistry, field: string): void {
  const write = (path: string, value: unknown): void =>
    writeFileSync(join(folder, path), typeof value === "string" ? value : JSON.stringify(value));
  for (const kind of ["esm", "cjs"] as const) {
    mkdirSync(join(folder, kind), { recursive: true });
    write(`${kind}/package.json`, { name: kind, private: true, type: types[kind] });
    write(`${kind}/tsconfig.json`, config);
    write(`${kind}/use.ts`, program(field));
  }
  write("package.json", { name: "projects", private: true });
  write(".npmrc", `@specwright:registry=${registry.url}\nfund=false\naudit=false\n`);
}

/** Installs packages of the registry with their dependencies. */
export const install = (folder: string, ...packages: readonly string[]): Promise<Ending> =>
  run(folder, "npm", ["install", "--prefer-offline", "--ignore-scripts", ...packages]);

/** Type-checks a project and compiles it into its own folder. */
export const compile = (
  folder: string,
  kind: ProjectKind,
  compiler: keyof typeof compilers,
): Promise<Ending> =>
  run(join(folder, kind), process.execPath, [
    compilers[compiler],
    "--project",
    ".",
    "--outDir",
    outputOf(compiler),
  ]);

/** Runs a compiled project. */
export const start = (
  folder: string,
  kind: ProjectKind,
  compiler: keyof typeof compilers,
  node: string,
  ...args: readonly string[]
): Promise<Ending> => run(join(folder, kind), node, [join(outputOf(compiler), "use.js"), ...args]);

const outputOf = (compiler: keyof typeof compilers): string => `out-${compiler.split(" ")[1]}`;
