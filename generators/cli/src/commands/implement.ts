// `specwright implement`: updates a hand-written handlers file to its contract. New operations get
// a stub, removed ones a mark; bodies never change.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type EmitContext,
  type Emitter,
  editHandlers,
  type HandlerOperation,
  messageForms,
  parameterForms,
  requestForms,
  responseForms,
  streamChannels,
} from "@specwright/emit-kit";
import { CliError } from "../cli-error.ts";
import type { Target } from "../generate-target.ts";
import { runTargets } from "../run-targets.ts";
import { readTargets, type TargetFlags } from "../targets.ts";
import type { Terminal } from "../terminal.ts";
import { writeWhole } from "../write-whole.ts";

/** The flags of `implement`. */
export interface ImplementFlags extends TargetFlags {
  /** The file to edit, or to create if it does not exist. */
  readonly handlers: string;
  /** The module of the generated package that the handlers import from, without its subpath. */
  readonly package: string;
}

/** Edits or creates a handlers file. Prints what was added and marked. Returns the exit code. */
export async function implementCommand(terminal: Terminal, flags: ImplementFlags): Promise<number> {
  const targets = await readTargets(terminal.folder, { ...flags, output: flags.output ?? "." });
  const target = chooseTarget(targets, flags);
  let context: EmitContext | undefined;
  // Writes nothing: what it is given has the names of the generated code.
  const listening: Emitter = {
    name: "handlers",
    emit: (given) => {
      context = given;
    },
  };
  const { ok } = await runTargets(terminal, [{ ...target, emitters: [listening] }], {
    quiet: true,
  });
  if (!ok || context === undefined) return 1;

  const interfaceName = `${context.names.api}Handlers`;
  const path = resolve(terminal.folder, flags.handlers);
  const before = existsSync(path)
    ? await readFile(path, "utf8")
    : `import type { ${interfaceName} } from "${flags.package}/server";\n\nexport const handlers: ${interfaceName} = {};\n`;
  const result = await editHandlers(before, {
    interfaceName,
    operations: handlerOperations(context, flags.package),
  });
  if (!result.edited) {
    throw new CliError(
      "handlers_unusable",
      result.reason === "several"
        ? `${flags.handlers} has more than one ${interfaceName}.`
        : `${flags.handlers} has no object, function or class that is a ${interfaceName}.`,
      `Declare one, such as \`export const handlers: ${interfaceName} = {};\`.`,
    );
  }
  for (const name of result.added) terminal.out(`added    ${name}`);
  for (const name of result.removed)
    terminal.out(`removed  ${name} (marked; its body is untouched)`);
  if (result.text === before && existsSync(path)) terminal.err(`${flags.handlers} is up to date.`);
  else await writeWhole(path, result.text);
  return 0;
}

function chooseTarget(targets: readonly Target[], flags: ImplementFlags): Target {
  const named = targets.filter((target) => flags.name === undefined || target.name === flags.name);
  const [first, ...others] = named;
  if (first !== undefined && others.every((other) => other.input === first.input)) return first;
  throw new CliError(
    "usage",
    "The configuration has more than one document.",
    "Say which with --name NAME or --input SPEC.",
  );
}

function handlerOperations(context: EmitContext, packageName: string): readonly HandlerOperation[] {
  const { contract, names } = context;
  const from = (subpath: string, imported: readonly string[]) =>
    imported.map((name) => ({ name, from: `${packageName}/${subpath}`, typeOnly: true }));
  const operations = contract.operations.map((operation): HandlerOperation => {
    const request = requestForms(context, operation).read;
    const response = responseForms(context, operation).written;
    return {
      name: names.operation(operation).value,
      doc: operation.summary ?? `${operation.method.toUpperCase()} ${operation.path}`,
      parameters: [
        { name: "request", type: request },
        { name: "context", type: "Context" },
      ],
      returns: `Promise<${response}>`,
      imports: from("types", [request, response]),
    };
  });
  const channels = streamChannels(contract).map((channel): HandlerOperation => {
    const parameters = parameterForms(context, channel).read;
    const messages = [
      messageForms(context, channel, "ServerMessage", channel.sends).written,
      messageForms(context, channel, "ClientMessage", channel.receives).read,
    ];
    return {
      name: names.channel(channel).value,
      doc: channel.summary ?? channel.address ?? channel.id,
      parameters: [
        { name: "stream", type: `ServerStream<${messages.join(", ")}>` },
        { name: "parameters", type: parameters },
        { name: "context", type: "Context" },
      ],
      returns: "Promise<void>",
      imports: [
        { name: "ServerStream", from: "@specwright/runtime/codegen", typeOnly: true },
        ...from("types", [...messages, parameters]),
      ],
    };
  });
  return [...operations, ...channels];
}
