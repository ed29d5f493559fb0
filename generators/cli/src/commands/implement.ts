// `specwright implement`: changes a hand-written handlers file so that it matches its contract. Adds stubs
// for new operations, renames handlers of renamed operations, and marks handlers of removed operations. The
// bodies of handlers never change.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type EmitContext, type Emitter, modulePath } from "@specwright/emit/print";
import type { Target } from "../generate/generate-target.ts";
import { runTargets } from "../generate/run-targets.ts";
import { readTargets, type TargetFlags } from "../generate/targets.ts";
import { editHandlersFile, printDeclaration } from "../implement/edit-handlers-file.ts";
import { formerAddresses } from "../implement/former-addresses.ts";
import { type HandlersInterface, handlersInterfaces } from "../implement/handlers-interfaces.ts";
import { handlersModule } from "../implement/handlers-module.ts";
import type { InitWorld } from "../init/init-world.ts";
import { editorPackage, offerPackages } from "../init/offer-packages.ts";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ImplementFlags extends TargetFlags {
  /** The handlers file. It is created if it does not exist. */
  readonly handlers: string;
  /**
   * The package from which the handlers import generated code. Default: the package of the output folder if
   * the handlers are in a different package, otherwise the relative path.
   */
  readonly package?: string;
  /**
   * Whether to implement handlers for the webhooks and callbacks of the contract. By default, the handlers
   * are those of its operations and channels.
   */
  readonly webhooks?: boolean;
}

/**
 * Returns the flags for reading the targets. Without `--input`, `--name` and `--output` do not describe a
 * target: they select one from the configuration.
 */
function targetFlags({ name, output, ...flags }: ImplementFlags): TargetFlags {
  if (flags.input === undefined) return flags;
  return { ...flags, output: output ?? ".", ...(name !== undefined && { name }) };
}

/** Edits or creates a handlers file, and prints the changes. Returns the exit code. */
export async function implementCommand(
  terminal: Terminal,
  flags: ImplementFlags,
  world: InitWorld,
): Promise<number> {
  assertPlace(flags);
  const targets = await readTargets(terminal.folder, targetFlags(flags));
  const target = chooseTarget(targets, flags);
  let context: EmitContext | undefined;
  // An emitter that writes no files. It only stores the context, which contains the names of the generated
  // code.
  const listening: Emitter = {
    name: "handlers",
    emit: (given) => {
      context = given;
    },
  };
  const { ok } = await runTargets(terminal, [{ ...target, emitters: [listening] }], {
    infos: "none",
  });
  if (!ok || context === undefined) return 1;

  const path = resolve(terminal.folder, flags.handlers);
  const present = await readFile(path, "utf8").catch(noFile);
  const { output, importExtension = "js" } = target;
  const place = { handlers: path, output, importExtension, packageName: flags.package };
  const wanted = handlersInterfaces(context, { webhooks: flags.webhooks === true });
  const needed = present === undefined ? wanted.filter(needsHandlers) : wanted;
  const [first] = needed;
  if (first === undefined) {
    terminal.err(nothingToDo(wanted, flags));
    return 0;
  }
  await offerPackages(terminal, [editorPackage], world);
  const { text, changes, absent } = editHandlersFile(
    {
      label: flags.handlers,
      text: present,
      moduleOf: (module) => handlersModule(module, place),
      former: await formerAddresses(output, modulePath(first.module.slice(2), importExtension)),
    },
    needed,
  );
  for (const change of changes) terminal.out(change);
  for (const each of absent.filter(needsHandlers)) {
    terminal.err(
      `${flags.handlers} has no ${each.interfaceName}. Add \`${printDeclaration(each)}\`.`,
    );
  }
  if (text === present) terminal.err(`${flags.handlers} is up to date.`);
  else {
    await writeWhole(path, text);
  }
  return 0;
}

/** Throws if the flags do not show where the generated code is. */
function assertPlace({ input, output, package: packageName }: ImplementFlags): void {
  if (input === undefined || output !== undefined || packageName !== undefined) return;
  throw new CliError(
    "usage",
    "--input needs --output or --package.",
    "Add --output DIR (the folder with the generated code) or --package NAME (the package with it).",
  );
}

function needsHandlers({ operations }: HandlersInterface): boolean {
  return operations.some(({ isOptional = false }) => !isOptional);
}

function nothingToDo(wanted: readonly HandlersInterface[], { webhooks }: ImplementFlags): string {
  if (webhooks === true) return "The document has no webhooks and no callbacks.";
  if (wanted.length === 0) {
    return "The document has nothing for a generated server to handle. For webhooks and callbacks, use --webhooks; for feeds, use @specwright/streams/server.";
  }
  return "A stream server serves every channel of the document from its log and its subscriptions, so no handler is needed.";
}

function noFile(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

function chooseTarget(targets: readonly Target[], flags: ImplementFlags): Target {
  const named = targets.filter((target) => flags.name === undefined || target.name === flags.name);
  const [first, ...others] = named;
  if (first !== undefined && others.every((other) => other.input === first.input)) return first;
  throw new CliError(
    "usage",
    "The configuration has more than one document.",
    "Choose one with --name NAME or --input SPEC.",
  );
}
