// Compiles the specs to OpenAPI with TypeSpec's own emitter.

import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Cut, cuts } from "./cuts.ts";
import { installed, packages, specs } from "./installation.ts";

/** The part of the compiler that this file uses. */
interface Compiler {
  readonly NodeHost: Host;
  compile(
    host: Host,
    file: string,
    options: object,
  ): Promise<{ readonly diagnostics: Diagnostics }>;
}

type Diagnostics = readonly {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
}[];

interface Host {
  readFile(path: string): Promise<SourceFile>;
}

interface SourceFile {
  readonly text: string;
  readonly path: string;
}

export interface SpecDocument {
  readonly file: string;
  readonly text: string;
}

/** Lists the names of all specs, such as `parameters/path`. */
export async function listSpecs(): Promise<readonly string[]> {
  const files = await readdir(specs, { recursive: true });
  return files
    .filter((file) => file.endsWith("/main.tsp"))
    .map((file) => file.slice(0, -"/main.tsp".length))
    .sort();
}

/**
 * Compiles a spec to OpenAPI 3.1, and to 3.2 if it streams items, which 3.1 cannot describe. Returns
 * a document for each version of the API, the newest last.
 */
export async function compileSpec(spec: string): Promise<readonly SpecDocument[]> {
  const compiler: Compiler = await import(
    /* @vite-ignore */ pathToFileURL(join(packages, "compiler/dist/src/index.js")).href
  );
  const folder = join(installed, "documents", spec);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const emitter = "@typespec/openapi3";
  const compileAs = async (version: string): Promise<Diagnostics> => {
    const options = {
      "openapi-versions": [version],
      "file-type": ["json"],
      "emitter-output-dir": join(folder, version),
    };
    const program = await compiler.compile(
      cuttingHost(compiler.NodeHost, cuts[spec] ?? []),
      join(specs, spec, "main.tsp"),
      { emit: [emitter], outputDir: folder, options: { [emitter]: options } },
    );
    const errors = program.diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new Error(`${spec}: ${errors.map(({ message }) => message)}`);
    return program.diagnostics;
  };
  const warnings = await compileAs("3.1.0");
  const streams = warnings.some(({ code }) => code === `${emitter}/streams-not-supported`);
  if (streams) await compileAs("3.2.0");
  const written = join(folder, streams ? "3.2.0" : "3.1.0");
  const files = (await readdir(written)).sort();
  return Promise.all(
    files.map(async (file) => ({
      file: join(written, file),
      text: await readFile(join(written, file), "utf8"),
    })),
  );
}

/** Creates a host that reads the sources of a spec without the parts that stop the emitter. */
function cuttingHost(host: Host, removed: readonly Cut[]): Host {
  const readSource = async (path: string): Promise<SourceFile> => {
    const source = await host.readFile(path);
    if (!path.startsWith(specs) || !path.endsWith("main.tsp")) return source;
    const text = removed.reduce((rest, { from, to }) => without(rest, from, to), source.text);
    return { ...source, text };
  };
  return { ...host, readFile: readSource };
}

/** Removes the text from the start of `from` to the end of the next `to`. */
function without(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (start === -1 || end === -1) throw new Error(`the spec has no ${from} ... ${to}`);
  return text.slice(0, start) + text.slice(end + to.length);
}
