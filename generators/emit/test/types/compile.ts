import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../../..");

/**
 * Compiles files with the flags of the repository, in one process; returns the errors of the
 * compiler.
 */
export async function compile(files: ReadonlyMap<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-types-"));
  try {
    const options = {
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      types: [],
    };
    const config = {
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: options,
      include: ["*.ts"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const [path, content] of files) await writeFile(join(folder, path), content);
    return await new Promise((done) => {
      execFile(
        process.execPath,
        [join(root, "node_modules/@typescript/native/bin/tsc"), "-p", folder, "--pretty", "false"],
        { cwd: folder },
        (_, stdout, stderr) => done(stdout + stderr),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Formats files with the formatter of the repository; returns those that it would change,
 * formatted.
 */
export async function reformatted(
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const changed = new Map<string, string>();
  for (const [path, content] of files) {
    const text = await new Promise<string>((done) => {
      const child = execFile(
        join(root, "node_modules/.bin/biome"),
        ["format", `--stdin-file-path=${path}`],
        { cwd: root, maxBuffer: 2 ** 26 },
        (_, stdout) => done(stdout),
      );
      child.stdin?.end(content);
    });
    if (text !== content) changed.set(path, text);
  }
  return changed;
}
