import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Example, withAssertions } from "./read-examples.ts";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const compiler = join(root, "node_modules/@typescript/native/bin/tsc");

/** Creates an empty folder in which examples can resolve their imports; git ignores it. */
export async function exampleFolder(name: string): Promise<string> {
  const folder = join(root, ".tmp", name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Writes examples into a folder, one module each, and returns the errors of the compiler. */
export async function compileExamples(
  folder: string,
  examples: ReadonlyMap<string, Example>,
): Promise<readonly string[]> {
  for (const [name, { code, extension }] of examples) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, `${name}.${extension}`), code);
  }
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { noUnusedLocals: false, skipLibCheck: true, jsx: "preserve" },
    include: ["**/*.ts", "**/*.tsx"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  try {
    await execute(process.execPath, [compiler, "-p", folder, "--pretty", "false"]);
    return [];
  } catch (error) {
    return String(Object(error).stdout).split("\n").filter(Boolean);
  }
}

/** Runs an example in an empty working folder. Rejects with its error output if it fails. */
export async function runExample(folder: string, name: string, { code }: Example): Promise<void> {
  const file = join(folder, `${name}.run.ts`);
  await mkdir(dirname(file), { recursive: true });
  // Use a free port: the port on the page may be in use on this machine.
  await writeFile(file, withAssertions(code.replaceAll(/\bport: \d{4}\b/g, "port: 0")));
  const cwd = await mkdtemp(join(tmpdir(), "readme-"));
  try {
    const args = ["--conditions=@specwright/source", file];
    await execute(process.execPath, args, { cwd, timeout: 100_000 });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
