// `specwright init`: prepares a project for generated code. Asks the questions that the flags do not
// answer. Writes a configuration, and a tsconfig.json if TypeScript needs one. Adds the packages that
// generated code needs.

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AnswerChecks } from "@specwright/emit/print";
import { findDocuments } from "../documents/find-documents.ts";
import { assertInput, locateInput } from "../documents/locate-input.ts";
import { type ConfiguredDocument, configText, outputFolders } from "../init/config-text.ts";
import { countErrors } from "../init/count-errors.ts";
import {
  type Framework,
  type FrameworkName,
  findFramework,
  frameworkNames,
  frameworks,
} from "../init/framework.ts";
import type { InitWorld } from "../init/init-world.ts";
import { type InterfaceKind, interfaceKinds } from "../init/interface-kinds.ts";
import { isCompiled } from "../init/language.ts";
import { neededPackages } from "../init/needed-packages.ts";
import { editorPackage } from "../init/offer-packages.ts";
import { addArguments, findPackageManager } from "../init/package-manager.ts";
import { proposeName } from "../init/propose-name.ts";
import type { Side } from "../init/side.ts";
import { tsconfigText } from "../init/tsconfig-text.ts";
import { chooseImportExtension } from "../project/choose-import-extension.ts";
import { findConfig } from "../project/load-config.ts";
import { assertManifest, type Project, readProject } from "../project/project.ts";
import { CliError } from "../terminal/cli-error.ts";
import { docsUrl } from "../terminal/docs-url.ts";
import { formatCount } from "../terminal/format-count.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface InitFlags {
  readonly input?: string;
  readonly output?: string;
  readonly for?: Side;
  /** The framework of the server. */
  readonly framework?: FrameworkName;
  /** How clients treat responses that violate the document. */
  readonly responses?: AnswerChecks["responses"];
  /** Whether to use the default answer to each question. */
  readonly yes?: boolean;
  /** Whether to add packages to the project. Default `true`. */
  readonly install?: boolean;
}

/** Prepares the project that contains the folder. Never overwrites a file. Returns the exit code. */
export async function initCommand(
  terminal: Terminal,
  flags: InitFlags,
  world: InitWorld,
  version: string,
): Promise<number> {
  const present = findConfig(terminal.folder);
  if (present !== undefined) {
    throw new CliError(
      "file_exists",
      `${basename(present)} is already here.`,
      "Edit it, or remove it first.",
    );
  }
  const asking = world.isInteractive && flags.yes !== true ? world : undefined;
  const inputs = await chooseInputs(terminal.folder, flags.input, asking);
  const side = flags.for ?? (await chooseSide(asking));
  const project = readProject(terminal.folder);
  assertManifest(project);
  const outputs = outputFolders(inputs, flags.output);
  const kinds = await interfaceKinds(terminal.folder, inputs);
  const framework =
    side === "client" || !kinds.has("rest")
      ? undefined
      : frameworks[flags.framework ?? (await chooseFramework(project, asking))];
  const isClient = side === "client" && kinds.has("rest");
  const responses = flags.responses ?? (isClient ? await chooseResponses(asking) : undefined);

  const documents: ConfiguredDocument[] = [];
  const faults: string[] = [];
  for (const [index, input] of inputs.entries()) {
    const name = await chooseName(terminal, input, asking);
    const errors = await countErrors(terminal.folder, input);
    if (errors > 0) faults.push(`${input} has ${formatCount(errors, "error")}`);
    documents.push({ input, output: outputs[index] ?? "", name });
  }

  // In a CommonJS package, a `.ts` file with `export` does not compile.
  const name = project.moduleType === "commonjs" ? "specwright.config.mts" : "specwright.config.ts";
  await writeFile(join(terminal.folder, name), configText(documents, side, responses));
  terminal.err(`Wrote ${name} for ${inputs.join(", ")}.`);
  const tsconfig = join(project.root, "tsconfig.json");
  if (project.tsconfig === undefined && !existsSync(tsconfig) && isCompiled(project)) {
    await writeFile(tsconfig, tsconfigText(project.moduleType, side, outputs));
    terminal.err("Wrote tsconfig.json.");
  }
  await addPackages(terminal, project, neededPackages(project, kinds, side, version, framework), {
    world,
    isWanted: flags.install !== false,
  });
  for (const fault of faults) terminal.err(`${fault}, so \`generate\` will write nothing.`);
  if (faults.length > 0) terminal.err("Next: fix the errors that npx specwright lint shows");
  explainNext(terminal, { outputs, side, kinds, framework });
  return 0;
}

function explainNext(
  terminal: Terminal,
  {
    outputs,
    side,
    kinds,
    framework,
  }: {
    readonly outputs: readonly string[];
    readonly side: Side;
    readonly kinds: ReadonlySet<InterfaceKind>;
    readonly framework: Framework | undefined;
  },
): void {
  terminal.err("Next: npx specwright generate");
  if (side !== "client" && (kinds.has("rest") || kinds.has("streams"))) {
    terminal.err("Stubs for your handlers: npx specwright implement --handlers src/handlers.ts");
    terminal.err(`It needs: npm install --save-dev ${editorPackage}`);
  }
  if (side !== "client" && kinds.has("feed")) {
    terminal.err(`To serve the feed: ${docsUrl("stream-server.md#feeds")}`);
  }
  if (framework !== undefined) {
    const where = framework.package === undefined ? "" : ` in ${framework.label}`;
    terminal.err(`To serve the handlers${where}: ${docsUrl(`frameworks.md${framework.section}`)}`);
  }
  // `.mts` files are ES modules in every package.
  const [output = ""] = outputs;
  const extension = chooseImportExtension(readProject(join(terminal.folder, output)));
  if (extension.startsWith("m")) {
    const module = `./${output.replace(/^(?:\.\/)?src\//, "")}/types.${extension}`;
    terminal.err(`This package is CommonJS: import the generated files as "${module}".`);
  }
}

async function chooseInputs(
  folder: string,
  input: string | undefined,
  asking: InitWorld | undefined,
): Promise<readonly string[]> {
  if (input !== undefined) {
    assertInput(locateInput(folder, input), input, folder);
    return [input];
  }
  const found = await findDocuments(folder);
  if (found.length === 0) {
    throw new CliError(
      "usage",
      "No OpenAPI or AsyncAPI document was found here.",
      "Name one: specwright init --input path/to/openapi.yaml",
    );
  }
  if (asking === undefined || found.length === 1) return found;
  const all = { value: "", label: `all ${found.length}` };
  const choices = [all, ...found.map((path) => ({ value: path, label: path }))];
  const chosen = await asking.choose("Generate from which document?", choices);
  if (chosen === undefined) throw cancelledError();
  return chosen === "" ? found : [chosen];
}

async function chooseSide(asking: InitWorld | undefined): Promise<Side> {
  if (asking === undefined) return "both";
  const chosen = await asking.choose<Side>("What do you want to write?", [
    { value: "both", label: "a client and a server" },
    { value: "client", label: "a client: something that calls the interface" },
    { value: "server", label: "a server: something that implements the interface" },
  ]);
  if (chosen === undefined) throw cancelledError();
  return chosen;
}

async function chooseResponses(asking: InitWorld | undefined): Promise<AnswerChecks["responses"]> {
  if (asking === undefined) return "error";
  const chosen = await asking.choose("Whose API is it?", [
    { value: "error", label: "ours: the client rejects responses that break the document" },
    {
      value: "report",
      label: "another team's: the client returns such responses, and reports each break",
    },
  ]);
  if (chosen === undefined) throw cancelledError();
  return chosen;
}

async function chooseFramework(
  project: Project,
  asking: InitWorld | undefined,
): Promise<FrameworkName> {
  const present = findFramework(project);
  if (present !== undefined || asking === undefined) return present ?? "node";
  const chosen = await asking.choose(
    "Which framework serves it?",
    frameworkNames.map((name) => ({ value: name, label: frameworks[name].label })),
  );
  if (chosen === undefined) throw cancelledError();
  return chosen;
}

/**
 * Returns the prefix for the names of the client and the handlers. Returns `undefined` to use the title of
 * the document.
 */
async function chooseName(
  terminal: Terminal,
  input: string,
  asking: InitWorld | undefined,
): Promise<string | undefined> {
  terminal.status(`reading ${input} ...`);
  const proposed = await proposeName(terminal.folder, input);
  terminal.status("");
  if (asking === undefined) return proposed;
  const question = `Name for ${input} in code (create…Client, …Handlers)?`;
  const answer = await asking.ask(question, proposed ?? "");
  if (answer === undefined) throw cancelledError();
  return answer.trim() || proposed;
}

function cancelledError(): CliError {
  return new CliError(
    "cancelled",
    "Cancelled; nothing was written.",
    "Run it again to start over.",
  );
}

/** Adds packages to the project. With `--no-install`, prints the commands instead. */
async function addPackages(
  terminal: Terminal,
  project: Project,
  { dependencies, devDependencies }: ReturnType<typeof neededPackages>,
  { world, isWanted }: { readonly world: InitWorld; readonly isWanted: boolean },
): Promise<void> {
  const manager = findPackageManager(project.root);
  const calls = [
    addArguments(manager, dependencies, false),
    addArguments(manager, devDependencies, true),
  ].filter((_, index) => [dependencies, devDependencies][index]?.length !== 0);
  for (const args of calls) {
    const line = `${manager} ${args.join(" ")}`;
    if (!isWanted) {
      terminal.err(`Next: ${line}`);
      continue;
    }
    terminal.err(`> ${line}`);
    const code = await world.runProgram(manager, args, project.root);
    if (code === 0) continue;
    throw new CliError(
      "install_failed",
      code === 127 ? `${manager} is not installed.` : `${manager} ended with exit code ${code}.`,
      `Fix the cause, then run: ${line}`,
    );
  }
}
