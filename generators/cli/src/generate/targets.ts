// Reads the targets of a run from the flags, or from a configuration file.

import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Relaxation, ValueTypes } from "@specwright/contract";
import type { AnswerChecks, ImportExtension, Split } from "@specwright/emit/print";
import { isRemoteInput, locateInput, overlaysOf } from "../documents/locate-input.ts";
import { rootOf } from "../documents/reference-root.ts";
import { assertRules } from "../lint/lint-rules.ts";
import { flagFormats } from "../project/check-formats.ts";
import { chooseImportExtension } from "../project/choose-import-extension.ts";
import type { ContractConfig } from "../project/config.ts";
import type { EmitterFlags } from "../project/emitter-flags.ts";
import { codeEmitterNames, emitterNames } from "../project/emitter-names.ts";
import { loadConfig } from "../project/load-config.ts";
import { readProject } from "../project/project.ts";
import { findConfigs } from "../project/workspace-configs.ts";
import { CliError } from "../terminal/cli-error.ts";
import { assertFilters } from "./assert-filters.ts";
import type { Target } from "./generate-target.ts";
import { flagFilters, type OperationFlags } from "./select-operations.ts";

/** The flags that select what to generate. */
export interface TargetFlags
  extends EmitterFlags,
    OperationFlags,
    ValueTypes,
    AnswerChecks,
    Omit<Relaxation, "formats"> {
  readonly formats?: readonly string[];
  readonly config?: string;
  readonly input?: string;
  readonly output?: string;
  readonly overlay?: readonly string[];
  readonly emit?: string;
  readonly name?: string;
  readonly importExtension?: ImportExtension;
  readonly typeCheck?: boolean;
  readonly split?: Split;
  readonly perspective?: "provider" | "consumer";
  readonly root?: string;
  readonly allowRemote?: boolean;
  readonly maxFiles?: number;
  readonly lenient?: boolean;
}

/** The texts of the errors if the user names no document. */
export interface MissingDocument {
  /** The start of the message if there is no configuration either. */
  readonly what: string;
  readonly fix: string;
  /** The flag without which other flags about a document have no effect. Default `--input`. */
  readonly needed?: string;
}

const noInput: MissingDocument = {
  what: "There is no --input",
  fix: "Run `specwright init`, or give --input SPEC --output DIR.",
};

/**
 * Reads the targets of a run. With `--input`, the flags describe a single target. Otherwise the
 * configuration file describes the targets, or the configuration files of the workspaces in the folder.
 * `missing` has the texts of the errors.
 */
export async function readTargets(
  folder: string,
  flags: TargetFlags,
  missing: MissingDocument = noInput,
): Promise<readonly Target[]> {
  if (flags.input !== undefined && flags.config !== undefined) {
    throw new CliError(
      "usage",
      "--input and --config cannot be combined.",
      "Remove one of them: --input replaces the configuration.",
    );
  }
  if (flags.input !== undefined) return [await flagTarget(folder, flags.input, flags)];
  const paths = findConfigs(folder, flags.config);
  if (paths.length === 0) {
    throw new CliError(
      "config_not_found",
      `${missing.what}, and there is no specwright.config.ts here or in a workspace.`,
      missing.fix,
    );
  }
  assertForConfig(flags, missing);
  const targets: Target[] = [];
  for (const path of paths) targets.push(...(await configTargets(folder, flags, path)));
  assertApart(targets);
  return targets;
}

async function configTargets(
  folder: string,
  flags: TargetFlags,
  path: string,
): Promise<readonly Target[]> {
  const config = await loadConfig(path);
  assertRules(config.lint?.rules);
  for (const { operations } of config.contracts) assertFilters(operations);
  const { diff } = config;
  const base = dirname(path);
  return config.contracts.map((contract) => ({
    ...contract,
    label: contract.input,
    input: locateInput(base, contract.input),
    ...overlaysOf(base, contract.overlays),
    base,
    output: resolve(base, contract.output),
    importExtension: contract.importExtension ?? extensionFor(resolve(base, contract.output)),
    ...referenceRoot(contract, base, folder),
    ...(diff !== undefined && { diff }),
    ...(flags.lenient !== undefined && { lenient: flags.lenient }),
    ...(flags.maxFiles !== undefined && { maxFiles: flags.maxFiles }),
  }));
}

/**
 * Returns the folder that must contain all referenced files: `root` of the configuration, or else the
 * configuration's folder or the working directory. Of these two, chooses the outer one that contains the
 * document.
 */
function referenceRoot(
  { input, root }: ContractConfig,
  base: string,
  folder: string,
): { readonly root?: string } {
  if (root !== undefined) return rootOf(base, root);
  if (isRemoteInput(input)) return {};
  const around = [base, resolve(folder)].filter((each) => isInFolder(each, resolve(base, input)));
  const [widest] = around.sort((left, right) => left.length - right.length);
  return widest === undefined ? {} : { root: widest };
}

/** The flags that describe a target. Each has an equivalent member in a configuration. */
const describing: readonly (readonly [keyof TargetFlags, flag: string, member: string])[] = [
  ["output", "--output", "output"],
  ["overlay", "--overlay", "overlays"],
  ["emit", "--emit", "emitters"],
  ["name", "--name", "name"],
  ["tag", "--tag", "operations"],
  ["path", "--path", "operations"],
  ["operation", "--operation", "operations"],
  ["deprecated", "--no-deprecated", "operations"],
  ["perspective", "--perspective", "perspective"],
  ["int64", "--int64", "int64"],
  ["dates", "--dates", "dates"],
  ["decimals", "--decimals", "decimals"],
  ["defaults", "--defaults", "defaults"],
  ["importExtension", "--import-extension", "importExtension"],
  ["typeCheck", "--type-check", "typeCheck"],
  ["split", "--split", "split"],
  ["zodTarget", "--zod-target", "emitters"],
  ["groupBy", "--group-by", "emitters"],
  ["formats", "--formats", "formats"],
  ["openEnums", "--open-enums", "openEnums"],
  ["missing", "--missing", "missing"],
  ["responses", "--responses", "responses"],
  ["paths", "--paths", "emitters"],
  ["enumObjects", "--enum-objects", "emitters"],
  ["root", "--root", "root"],
  ["allowRemote", "--allow-remote", "allowRemote"],
];

/**
 * Throws if a flag would have no effect, because the targets are from a configuration.
 *
 * @throws {CliError} `usage`.
 */
function assertForConfig(flags: TargetFlags, { needed }: MissingDocument): void {
  const given = describing.find(([key]) =>
    // The value is false only with `--no-deprecated`.
    key === "deprecated" ? flags.deprecated === false : flags[key] !== undefined,
  );
  if (given === undefined) return;
  const [, flag, member] = given;
  throw new CliError(
    "usage",
    `${flag} needs ${needed ?? "--input"}: without it, the configuration decides.`,
    `Write \`${member}\` in the configuration, or ${needed ? `name ${needed}` : "use --input SPEC --output DIR"}.`,
  );
}

function extensionFor(output: string): ImportExtension {
  return chooseImportExtension(readProject(output));
}

function isInFolder(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Throws if two targets have the same output folder, because each target would remove the files of the
 * other.
 */
function assertApart(targets: readonly Target[]): void {
  const outputs = targets.map((target) => target.output);
  const shared = targets.find(({ output }, index) => outputs.indexOf(output) !== index);
  if (shared === undefined) return;
  throw new CliError(
    "config_invalid",
    `Several contracts have the output ${shared.output}.`,
    "Give each its own folder, or list all emitters in one contract.",
  );
}

async function flagTarget(folder: string, input: string, flags: TargetFlags): Promise<Target> {
  const {
    output,
    overlay,
    emit = codeEmitterNames.join(","),
    name,
    int64,
    dates,
    defaults,
    importExtension = extensionFor(resolve(folder, output ?? ".")),
    typeCheck,
    split,
    decimals,
    perspective,
    root,
    allowRemote,
    maxFiles,
    lenient,
    zodTarget,
    groupBy,
    openEnums,
    missing,
    responses,
    paths,
    enumObjects,
  } = flags;
  const operations = flagFilters(flags);
  const formats = flagFormats(flags.formats);
  if (output === undefined) {
    throw new CliError(
      "usage",
      "--input needs --output.",
      "Add --output DIR, the folder for the files.",
    );
  }
  const { builtInEmitters } = await import("./built-in-emitters.ts");
  const names = emit
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  // An empty list would remove the files of the last run.
  if (names.length === 0) {
    throw new CliError(
      "usage",
      "--emit names no emitter.",
      `Choose from ${emitterNames.join(", ")}, or leave --emit out.`,
    );
  }
  return {
    label: input,
    input: locateInput(folder, input),
    ...overlaysOf(folder, overlay),
    base: folder,
    output: resolve(folder, output),
    emitters: builtInEmitters(names, {
      ...(zodTarget !== undefined && { zodTarget }),
      ...(groupBy !== undefined && { groupBy }),
      ...(paths !== undefined && { paths }),
      ...(enumObjects !== undefined && { enumObjects }),
    }),
    importExtension,
    ...(name !== undefined && { name }),
    ...(typeCheck !== undefined && { typeCheck }),
    ...(split !== undefined && { split }),
    ...(int64 !== undefined && { int64 }),
    ...(decimals !== undefined && { decimals }),
    ...(dates !== undefined && { dates }),
    ...(defaults !== undefined && { defaults }),
    ...(formats !== undefined && { formats }),
    ...(openEnums !== undefined && { openEnums }),
    ...(missing !== undefined && { missing }),
    ...(responses !== undefined && { responses }),
    ...(operations !== undefined && { operations, hasFilterFlags: true }),
    ...(perspective !== undefined && { perspective }),
    ...rootOf(folder, root),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(lenient !== undefined && { lenient }),
  };
}
