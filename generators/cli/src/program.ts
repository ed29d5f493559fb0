// Parses the command line, calls the command, and returns the exit code.

import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { addBundleCommand } from "./commands/add-bundle-command.ts";
import { addChangelogCommands } from "./commands/add-changelog-commands.ts";
import { addChangesetCommand } from "./commands/add-changeset-command.ts";
import { addConvertCommand } from "./commands/add-convert-command.ts";
import { addDiffCommand } from "./commands/add-diff-command.ts";
import { addExitCodes } from "./commands/add-exit-codes.ts";
import { addMockCommand } from "./commands/add-mock-command.ts";
import { addOverlayCommand } from "./commands/add-overlay-command.ts";
import { addPublishCommand } from "./commands/add-publish-command.ts";
import { addSiteCommand } from "./commands/add-site-command.ts";
import type { GenerateFlags } from "./commands/generate.ts";
import type { ImplementFlags } from "./commands/implement.ts";
import type { InitFlags } from "./commands/init.ts";
import type { LintFlags } from "./commands/lint.ts";
import {
  allHelp,
  appendValue,
  fileCount,
  lenientHelp,
  maxFilesHelp,
  overlayHelp,
} from "./commands/option-help.ts";
import { responsesOption, targetOptions } from "./commands/target-options.ts";
import type { TargetFlags } from "./generate/targets.ts";
import { frameworkNames } from "./init/framework.ts";
import { type InitWorld, processInitWorld } from "./init/init-world.ts";
import { sides } from "./init/side.ts";
import { processWorld, type World } from "./publish/process-world.ts";
import { explainFailure } from "./terminal/explain-failure.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { findCommand, usageError } from "./terminal/usage-error.ts";

/**
 * Runs a command line. `args` does not contain the first two items of `process.argv`. Returns the exit
 * code: 0 for success, 1 for a failure. If 1 means that the command found something, returns 2 for a
 * failure.
 */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  options: {
    readonly version: string;
    /**
     * Called only by commands that run until the user stops them. The signal of the operating system ends
     * all other commands.
     */
    readonly interruption?: () => AbortSignal;
    /** Returns the current time. Default: the system clock. */
    readonly now?: () => Date;
    /** The input, environment and timers that `publish` uses. Default: those of this process. */
    readonly world?: World;
    /**
     * The terminal and programs that `init` and the offers to install packages use. Default: those of this
     * process.
     */
    readonly initWorld?: InitWorld;
  },
): Promise<number> {
  let exitCode = 0;
  const initWorld = options.initWorld ?? processInitWorld;
  const done = (code: number): void => {
    exitCode = code;
  };
  const program = new Command("specwright")
    .description(
      "Generates types, validators, servers, clients and docs from OpenAPI and AsyncAPI documents.",
    )
    .version(options.version)
    .addHelpText("after", firstSteps)
    .exitOverride()
    .configureOutput({
      // The error is printed at the end, like the errors of commands.
      outputError: () => {},
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });

  program
    .command("init")
    .description(
      "write a configuration for the documents in this folder, and add the needed packages",
    )
    .option("--input <document>", "the document, instead of searching")
    .option(
      "--output <folder>",
      "the folder for the files (default: src/gen; several documents: a folder for each below it)",
    )
    .addOption(new Option("--for <side>", "what you want to write (default: both)").choices(sides))
    .addOption(
      new Option(
        "--framework <name>",
        "the server's framework (default: the one of the project, else node)",
      ).choices(frameworkNames),
    )
    .addOption(responsesOption())
    .option("--yes", "use the defaults instead of asking")
    .option("--no-install", "print the packages to add instead of adding them")
    .addHelpText("after", initExamples)
    .action(async (flags: InitFlags) => {
      const { initCommand } = await import("./commands/init.ts");
      done(await initCommand(terminal, flags, initWorld, options.version));
    });

  targetOptions(program.command("generate"))
    .description("write the files of every document in the configuration, or of --input")
    .option("--watch", "generate again whenever a document or the configuration changes")
    .option("--quiet", "print errors only")
    .option("--all", allHelp)
    .addHelpText("after", generateExamples)
    .action(async (flags: GenerateFlags) => {
      const { generateCommand } = await import("./commands/generate.ts");
      const interruption = flags.watch ? options.interruption?.() : undefined;
      done(await generateCommand(terminal, flags, initWorld, interruption));
    });

  targetOptions(program.command("check"))
    .description("list outdated generated files, and exit with 1 if there are any")
    .addHelpText("after", checkExamples)
    .action(async (flags: TargetFlags) => {
      const { checkCommand } = await import("./commands/check.ts");
      done(await checkCommand(terminal, flags));
    });

  program
    .command("lint")
    .argument("[documents...]", "documents to lint (default: those of the configuration)")
    .description("report errors in documents, and possible improvements")
    .option("--config <file>", "the configuration file")
    .option("--overlay <file>", overlayHelp, appendValue)
    .option("--root <folder>", "the folder that must hold all referenced files")
    .option("--allow-remote", "follow references to URLs")
    .option("--max-files <count>", maxFilesHelp, fileCount)
    .option("--lenient", lenientHelp)
    .option("--max-warnings <count>", "exit with 1 if there are more warnings", wholeNumber)
    .option("--all", allHelp)
    .addHelpText("after", lintExamples)
    .action(async (documents: string[], flags: LintFlags) => {
      const { lintCommand } = await import("./commands/lint.ts");
      done(await lintCommand(terminal, documents, flags));
    });

  targetOptions(program.command("implement"))
    .description(
      "add stubs for new operations to a handlers file, rename renamed ones, and mark removed ones",
    )
    .requiredOption("--handlers <file>", "the hand-written file to edit; created if missing")
    .option(
      "--package <name>",
      "the package the handlers import the generated code from (default: the output folder, or the package that it is in)",
    )
    .option(
      "--webhooks",
      "handle the webhooks and callbacks of the document, instead of its operations",
    )
    .addHelpText("after", implementExamples)
    .action(async (flags: ImplementFlags) => {
      const { implementCommand } = await import("./commands/implement.ts");
      done(await implementCommand(terminal, flags, initWorld));
    });

  addMockCommand(
    program,
    terminal,
    () => options.interruption?.() ?? new AbortController().signal,
    done,
  );
  addBundleCommand(program, terminal, done);
  addOverlayCommand(program, terminal, done);
  addConvertCommand(program, terminal, done);

  const today = (): string => (options.now?.() ?? new Date()).toISOString().slice(0, 10);
  addDiffCommand(program, terminal, today, done);
  addChangelogCommands(program, terminal, today, done);
  addChangesetCommand(program, terminal, today, done);
  addSiteCommand(program, terminal, done);

  addPublishCommand(
    program,
    terminal,
    () => ({
      ...(options.world ?? processWorld),
      interruption: options.interruption?.() ?? new AbortController().signal,
      today: today(),
    }),
    done,
  );

  program
    .command("explain")
    .argument(
      "[code]",
      "the code of a diagnostic or an error, or a rule of diff (default: list all)",
    )
    .description("explain a diagnostic, a rule or an error, and how to fix it")
    .addHelpText("after", explainExamples)
    .action(async (code: string | undefined) => {
      const { explainCommand } = await import("./commands/explain.ts");
      done(explainCommand(terminal, code));
    });

  addExitCodes(program);

  const line = args[0] === "help" ? [...args.slice(1), "--help"] : args;
  const { names, unknown } = findCommand(program, line);
  try {
    // If --help follows an unknown command, commander would print the help of the program.
    const parsed = unknown === undefined ? line : [...names, unknown];
    await program.parseAsync(parsed, { from: "user" });
  } catch (error) {
    const isUsage =
      error instanceof CommanderError && error.exitCode !== 0 && error.code !== "commander.help";
    const failure = isUsage ? usageError(error, ["specwright", ...names].join(" ")) : error;
    const code = await explainFailure(failure, terminal);
    return code === 0 || !comparing.has(args[0] ?? "") ? code : 2;
  }
  return exitCode;
}

/** The commands that return 1 if they found changes, and 2 for a failure. */
const comparing: ReadonlySet<string> = new Set(["diff", "changeset", "publish"]);

const firstSteps = `
In a new project:
  specwright init
  specwright generate

\`specwright COMMAND --help\` shows examples.`;

const initExamples = `
Examples:
  specwright init
  specwright init --input api/openapi.yaml --for client --yes
  specwright init --for server --framework hono`;

const generateExamples = `
Examples:
  specwright generate
  specwright generate --watch
  specwright generate --input openapi.yaml --output src/gen
  specwright generate --input openapi.yaml --output src/gen --tag orders --no-deprecated
  specwright generate --input asyncapi.yaml --output src/gen --emit types,client --perspective consumer`;

const checkExamples = `
Examples:
  specwright check
  specwright check --input openapi.yaml --output src/gen --emit types,client`;

const lintExamples = `
Examples:
  specwright lint
  specwright lint openapi.yaml asyncapi.yaml --max-warnings 0`;

const explainExamples = `
Examples:
  specwright explain REF_NOT_FOUND
  specwright explain`;

const implementExamples = `
Examples:
  specwright implement --handlers src/handlers.ts
  specwright implement --name Shop --handlers src/shop.ts --package @example/shop-api
  specwright implement --handlers src/webhooks.ts --webhooks`;

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}
