// Measures compilers and editors on generated code. A file contains one call with our output or the
// output of another generator. All generators get the same documents in one run.

import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { compareWithPeer, median } from "../rows.ts";
import { describeGenerate } from "./describe-generate.ts";
import { findDocuments, type RealDocument } from "./real-documents.ts";
import { askEditor, type EditorTimes } from "./typecheck/ask-editor.ts";
import { type Candidate, calls, candidates, packagesOf } from "./typecheck/candidates.ts";
import { type CompilerUsage, compilers, runCompiler } from "./typecheck/run-compiler.ts";

/** Compares the cost of generated code for compilers and editors. */
export const typecheckBench: Bench = {
  name: "typecheck",
  description: "what generated code costs tsc and tsserver, against other generators",
  run,
  describe: describeGenerate,
};

const configuration = {
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
  },
  files: ["main.ts"],
};

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const document of await findDocuments(context)) {
    if (context.only.length > 0 && !context.only.includes(document.name)) continue;
    rows.push(...(await measureDocument(context, document)));
  }
  return rows;
}

/** A candidate's project, and its measurements so far. */
interface Project {
  readonly candidate: Candidate;
  readonly folder: string;
  readonly usages: Map<string, CompilerUsage[]>;
  readonly editor: EditorTimes[];
}

async function measureDocument(
  context: BenchContext,
  document: RealDocument,
): Promise<readonly BenchRow[]> {
  const projects: Project[] = [];
  for (const candidate of candidates) {
    const project = await prepareProject(context, document, candidate);
    if (project !== undefined) projects.push(project);
  }
  // The projects are measured in turns, so that a minute in which the machine is slow affects all
  // of them.
  for (let round = 0; round < context.rounds; round++) {
    for (const project of projects) await measureProject(context, project);
  }
  return compareProjects(document, projects);
}

/** Generates code into a new folder from which the packages of the candidate can be imported. */
async function prepareProject(
  context: BenchContext,
  document: RealDocument,
  candidate: Candidate,
): Promise<Project | undefined> {
  const packages = await packagesOf(context, candidate);
  const name = `${candidate.name.replaceAll("/", "-")}${candidate.hasZod ? "-zod" : ""}`;
  const folder = join(context.peersFolder, "typecheck", document.name, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await symlink(join(packages, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const call = calls[document.name] ?? { path: "", method: "" };
  await writeFile(join(folder, "main.ts"), candidate.program(call));
  const place = { context, packages, document, project: folder };
  const generated = await candidate.generate(place);
  if (generated.ok) return { candidate, folder, usages: new Map(), editor: [] };
  context.log(`${document.name} ${name}: ${generated.reason}`);
  return undefined;
}

async function measureProject(context: BenchContext, project: Project): Promise<void> {
  const { candidate, folder, usages, editor } = project;
  const name = `${candidate.name}${candidate.hasZod ? " with zod" : ""}`;
  for (const compiler of Object.keys(compilers)) {
    const usage = await runCompiler(context.root, compiler, folder);
    if (typeof usage === "string") {
      context.log(`${name}, ${compiler}: ${usage}`);
      continue;
    }
    usages.set(compiler, [...(usages.get(compiler) ?? []), usage]);
    context.log(
      `${name}, ${compiler}: cpu ${usage.cpuSeconds.toFixed(2)} s, check ${usage.checkSeconds.toFixed(2)} s, ${usage.megabytes.toFixed(0)} MB, ${usage.instantiations} instantiations`,
    );
  }
  if (candidate.hasZod) return;
  const tsserver = join(context.root, "node_modules/typescript/lib/tsserver.js");
  const times = await askEditor(tsserver, join(folder, "main.ts"));
  editor.push(times);
  context.log(
    `${name}, editor: hover ${times.hoverMs.toFixed(0)} ms, completion ${times.completionMs.toFixed(0)} ms (${times.offered} names)`,
  );
}

function compareProjects(
  document: RealDocument,
  projects: readonly Project[],
): readonly BenchRow[] {
  const [ours, peers] = [
    projects.filter(({ candidate }) => candidate.peer === undefined),
    projects.filter(({ candidate }) => candidate.peer !== undefined),
  ];
  return peers.flatMap((peer) => {
    const { name, hasZod } = peer.candidate;
    const own = ours.find(({ candidate }) => candidate.hasZod === hasZod);
    const row = (
      metric: string,
      read: (project: Project) => readonly number[],
      target: number | null = null,
    ): BenchRow =>
      compareWithPeer({
        bench: "typecheck",
        case: hasZod ? `${document.name} with zod` : document.name,
        peer: name,
        metric,
        value: own === undefined ? null : median(read(own)),
        peerValue: median(read(peer)),
        target: name === "@hey-api/openapi-ts" ? target : null,
      });
    const compiled = Object.keys(compilers).flatMap((compiler) => {
      const of = (key: keyof CompilerUsage) => (project: Project) =>
        (project.usages.get(compiler) ?? []).map((usage) => usage[key]);
      return [
        row(`cpu s, ${compiler}`, of("cpuSeconds"), hasZod ? 0.3 : 1),
        row(`check s, ${compiler}`, of("checkSeconds")),
        row(`MB, ${compiler}`, of("megabytes")),
        row(`instantiations, ${compiler}`, of("instantiations")),
      ];
    });
    if (hasZod) return compiled;
    const asked = (key: keyof EditorTimes) => (project: Project) =>
      project.editor.map((times) => times[key]);
    return [
      ...compiled,
      row("first hover ms", asked("hoverMs"), 1),
      row("first completion ms", asked("completionMs"), 1),
    ];
  });
}
