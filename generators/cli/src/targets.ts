// Determines the targets of a run from flags or a configuration file.

import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { ValueTypes } from "@specwright/emit-kit";
import { builtInEmitters, type EmitterFlags, emitterNames } from "./built-in-emitters.ts";
import { CliError } from "./cli-error.ts";
import { type ContractConfig, findConfig, loadConfig } from "./config.ts";
import { isRemoteInput, locateInput } from "./documents/locate-input.ts";
import type { Target } from "./generate-target.ts";

/** The flags that select what to generate. */
export interface TargetFlags extends EmitterFlags, ValueTypes {
  readonly config?: string;
  readonly input?: string;
  readonly output?: string;
  readonly emit?: string;
  readonly name?: string;
  readonly perspective?: "provider" | "consumer";
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly lenient?: boolean;
}

const defaultEmitters = emitterNames.filter((name) => name !== "docs").join(",");

/**
 * Reads the targets from the flags if there is `--input`, otherwise from the configuration file.
 */
export async function readTargets(folder: string, flags: TargetFlags): Promise<readonly Target[]> {
  if (flags.input !== undefined) return [flagTarget(folder, flags.input, flags)];
  const path = findConfig(folder, flags.config);
  if (path === undefined) {
    throw new CliError(
      "config_not_found",
      "There is no specwright.config.ts here, and no --input.",
      "Run `specwright init`, or give --input SPEC --output DIR.",
    );
  }
  const config = await loadConfig(path);
  const base = dirname(path);
  const targets = config.contracts.map((contract) => ({
    ...contract,
    label: contract.input,
    input: locateInput(base, contract.input),
    base,
    output: resolve(base, contract.output),
    ...rootOf(contract, base, folder),
    ...(flags.lenient !== undefined && { lenient: flags.lenient }),
  }));
  assertApart(targets);
  return targets;
}

/**
 * Returns the folder that references may not leave: the configured one, else the wider one of the
 * configuration's folder and the working directory that contains the document.
 */
function rootOf(
  { input, root }: ContractConfig,
  base: string,
  folder: string,
): { readonly root?: string } {
  if (root !== undefined) return { root: resolve(base, root) };
  if (isRemoteInput(input)) return {};
  const around = [base, resolve(folder)].filter((each) => contains(each, resolve(base, input)));
  const [widest] = around.sort((left, right) => left.length - right.length);
  return widest === undefined ? {} : { root: widest };
}

function contains(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Refuses two targets with the same output folder, because each would remove the other's files.
 */
function assertApart(targets: readonly Target[]): void {
  const outputs = targets.map((target) => target.output);
  const shared = targets.find(({ output }, index) => outputs.indexOf(output) !== index);
  if (shared === undefined) return;
  throw new CliError(
    "config_invalid",
    `More than one contract has the output ${shared.output}.`,
    "Give each its own folder, or list all emitters in one contract.",
  );
}

function flagTarget(folder: string, input: string, flags: TargetFlags): Target {
  const {
    output,
    emit = defaultEmitters,
    name,
    int64,
    dates,
    decimals,
    perspective,
    root,
    allowRemote,
    lenient,
  } = flags;
  if (output === undefined) {
    throw new CliError(
      "usage",
      "--input needs --output.",
      "Add --output DIR, the folder for the files.",
    );
  }
  const names = emit
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return {
    label: input,
    input: locateInput(folder, input),
    base: folder,
    output: resolve(folder, output),
    emitters: builtInEmitters(names, flags),
    ...(name !== undefined && { name }),
    ...(int64 !== undefined && { int64 }),
    ...(decimals !== undefined && { decimals }),
    ...(dates !== undefined && { dates }),
    ...(perspective !== undefined && { perspective }),
    ...(root !== undefined && { root: resolve(folder, root) }),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(lenient !== undefined && { lenient }),
  };
}
