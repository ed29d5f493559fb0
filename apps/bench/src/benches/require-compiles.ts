import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchContext } from "../bench.ts";
import type { measureCommand } from "../measure-command.ts";

const execute = promisify(execFile);

/** The strict compiler settings that the packages of this repository use, too. */
const configuration = {
  extends: "../../../tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    rootDir: "../../..",
    composite: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    skipLibCheck: true,
  },
  include: ["*.ts"],
};

/**
 * Generates code from a document in a folder where its imports resolve, and compiles it. Rejects if
 * the code does not compile, because a fast generator with wrong output must not be measured.
 */
export async function requireCompiles(
  context: BenchContext,
  name: string,
  generate: (output: string) => ReturnType<typeof measureCommand>,
): Promise<void> {
  const output = join(context.root, ".bench/compiled", name);
  await rm(output, { recursive: true, force: true });
  const generated = await generate(output);
  if (!generated.ok) throw new Error(`${name}: ${generated.reason}`);
  const project = join(output, "tsconfig.json");
  await writeFile(project, JSON.stringify(configuration));
  const tsc = join(context.root, "node_modules/.bin/tsc");
  try {
    await execute(process.execPath, [tsc, "-p", project], { cwd: context.root });
  } catch (cause) {
    const { stdout = "" } = cause as { readonly stdout?: string };
    throw new Error(`${name} does not compile: ${stdout.slice(0, 400)}`, { cause });
  }
  context.log(`${name} compiles`);
  await rm(output, { recursive: true });
}
