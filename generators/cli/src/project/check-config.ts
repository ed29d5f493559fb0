// Checks the members of a configuration. Node runs a configuration file without type checks, so TypeScript
// often does not find its mistakes.

import { readFileSync } from "node:fs";
import { methodNamePlaceholders, unknownPlaceholders } from "@specwright/contract";
import { nearestName } from "@specwright/spec-loader";
import { CliError } from "../terminal/cli-error.ts";
import { checkFormats } from "./check-formats.ts";
import type { ContractConfig } from "./config.ts";
import { isEmitterFlag } from "./emitter-flags.ts";

/**
 * The allowed values of each member of a contract. `any`: the code that uses the member checks its value.
 */
const members: Readonly<Record<keyof ContractConfig, readonly unknown[] | "any">> = {
  input: "any",
  overlays: "any",
  output: "any",
  emitters: "any",
  name: "any",
  split: ["schema", "tag"],
  importExtension: ["ts", "js", "mts", "mjs", "none"],
  typeCheck: [true, false],
  operations: "any",
  methodNames: "any",
  perspective: ["provider", "consumer"],
  lenient: [true, false],
  root: "any",
  allowRemote: "any",
  maxFiles: "any",
  int64: ["bigint", "number", "string"],
  dates: ["string", "Date", "Temporal"],
  decimals: ["string", "Decimal"],
  defaults: ["ignore", "apply"],
  formats: "any",
  openEnums: [true, false],
  missing: ["error", "report"],
  responses: ["error", "report"],
};

/**
 * Checks the members of a contract.
 *
 * @throws {CliError} `config_invalid` for an unknown member or a wrong value.
 */
export function checkContract(path: string, contract: ContractConfig, index: number): void {
  const place = `contracts[${index}]`;
  checkMethodNames(path, contract, place);
  for (const [name, value] of Object.entries(contract)) {
    const allowed = Object.hasOwn(members, name)
      ? members[name as keyof ContractConfig]
      : undefined;
    if (allowed === undefined) {
      const nearest = nearestName(name, Object.keys(members));
      throw new CliError(
        "config_invalid",
        `${path}: ${place} has an unknown member "${name}".`,
        adviceFor(name, nearest),
      );
    }
    if (name === "maxFiles" && value !== undefined) checkCount(`${path}: ${place}.${name}`, value);
    if (name === "formats") checkFormats(`${path}: ${place}.${name}`, value);
    if (name === "overlays") checkTexts(`${path}: ${place}.${name}`, value);
    if (name === "emitters") checkEmitters(`${path}: ${place}`, contract.emitters);
    if (allowed === "any" || value === undefined || allowed.includes(value)) continue;
    throw new CliError(
      "config_invalid",
      `${path}: ${place}.${name} is ${JSON.stringify(value) ?? typeof value}.`,
      `Use one of ${allowed.map((each) => JSON.stringify(each)).join(", ")}.`,
    );
  }
}

function checkCount(place: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) > 0) return;
  throw new CliError(
    "config_invalid",
    `${place} is ${JSON.stringify(value) ?? typeof value}.`,
    "Use a whole number from 1.",
  );
}

function checkTexts(place: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return;
  throw new CliError(
    "config_invalid",
    `${place} is ${JSON.stringify(value) ?? typeof value}.`,
    'Write a list of files, such as ["changes.overlay.yaml"].',
  );
}

function adviceFor(name: string, nearest: string | undefined): string {
  if (isEmitterFlag(name)) {
    return `Pass it to the emitters: \`builtInEmitters([…], { ${name}: … })\`.`;
  }
  return nearest === undefined ? "Remove it." : `Did you mean \`${nearest}\`?`;
}

/**
 * Checks the names of the members of a configuration.
 *
 * @throws {CliError} `config_invalid` for an unknown member.
 */
export function checkMembers(path: string, config: object): void {
  checkNames(path, config, ["contracts", "lint", "diff"]);
  if ("diff" in config) checkNames(`${path}: diff`, Object(config.diff), ["severity", "basePaths"]);
}

function checkNames(place: string, value: object, known: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  throw new CliError(
    "config_invalid",
    `${place} has an unknown member "${unknown}".`,
    nearest === undefined ? `Use ${known.join(", ")}.` : `Did you mean \`${nearest}\`?`,
  );
}

/** Throws if an item of `emitters` is not an emitter, such as a name that `--emit` accepts. */
function checkEmitters(place: string, emitters: readonly unknown[]): void {
  const index = emitters.findIndex(
    (each) => typeof Object(each).name !== "string" || typeof Object(each).emit !== "function",
  );
  if (index === -1) return;
  const wrong = emitters[index];
  if (typeof wrong === "function") {
    throw new CliError(
      "config_invalid",
      `${place}.emitters[${index}] is a function that was not called.`,
      `Call it: \`${wrong.name || "emitter"}()\`.`,
    );
  }
  const names = emitters.filter((each) => typeof each === "string");
  throw new CliError(
    "config_invalid",
    typeof emitters[index] === "string"
      ? `${place}.emitters[${index}] is ${JSON.stringify(emitters[index])}.`
      : `${place}.emitters[${index}] is not an emitter.`,
    names.length === emitters.length
      ? `Write \`emitters: builtInEmitters([${names.map((name) => JSON.stringify(name)).join(", ")}])\`.`
      : "`builtInEmitters([…])` returns those of the command.",
  );
}

/**
 * Throws if a template for method names contains an unknown placeholder, because the template would use it
 * as plain text.
 */
function checkMethodNames(path: string, { methodNames }: ContractConfig, place: string): void {
  if (typeof methodNames !== "string") return;
  const [unknown] = unknownPlaceholders(methodNames);
  if (unknown === undefined) return;
  const { name, at } = unknown;
  const nearest = nearestName(name, methodNamePlaceholders);
  const meant = nearest === undefined ? "" : `Did you mean {${nearest}}? `;
  const known = methodNamePlaceholders.map((each) => `{${each}}`).join(", ");
  throw new CliError(
    "config_invalid",
    `${textPlace(path, methodNames, at)}: ${place}.methodNames has {${name}} at character ${at + 1}, which is not a placeholder.`,
    `${meant}Placeholders: ${known}.`,
  );
}

/**
 * Returns the path, line and column of a character of `text` in a file. If the file does not contain `text`
 * exactly once, returns only the path.
 */
function textPlace(path: string, text: string, at: number): string {
  const file = readFileSync(path, "utf8");
  const start = file.indexOf(text);
  if (start < 0 || file.includes(text, start + 1)) return path;
  const lines = file.slice(0, start + at).split("\n");
  return `${path}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
