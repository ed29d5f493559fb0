// Checks the members of a configuration. Node runs a configuration file without type checks, so TypeScript
// often does not find its mistakes.

import { readFileSync } from "node:fs";
import { methodNamePlaceholders, unknownPlaceholders } from "@specwright/contract";
import { nearestName } from "@specwright/spec-loader";
import { CliError } from "../terminal/cli-error.ts";
import { checkFormats } from "./check-formats.ts";
import type { Config, ContractConfig, LintConfig } from "./config.ts";
import { isEmitterFlag } from "./emitter-flags.ts";

/**
 * The allowed values of each member of a contract. `any`: a different function checks the value.
 */
const members: Readonly<Record<keyof ContractConfig, readonly unknown[] | "any" | "text">> = {
  input: "text",
  overlays: "any",
  output: "text",
  emitters: "any",
  name: "text",
  split: ["schema", "tag"],
  importExtension: ["ts", "js", "mts", "mjs", "none"],
  typeCheck: [true, false],
  operations: "any",
  methodNames: "any",
  perspective: ["provider", "consumer"],
  lenient: [true, false],
  root: "text",
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
 * Checks the members of a configuration.
 *
 * @throws {CliError} `config_invalid` for a missing or unknown member, or a wrong value.
 */
export function checkConfig(path: string, config: object): asserts config is Config {
  checkNames(path, config, ["contracts", "lint", "diff"]);
  const { contracts, lint, diff } = config as Partial<Record<keyof Config, unknown>>;
  if (lint !== undefined) {
    checkNames(`${path}: lint`, objectAt(`${path}: lint`, lint), ["rules"]);
    const { rules } = lint as Partial<Record<keyof LintConfig, unknown>>;
    if (rules !== undefined) objectAt(`${path}: lint.rules`, rules);
  }
  if (diff !== undefined) {
    checkNames(`${path}: diff`, objectAt(`${path}: diff`, diff), ["severity", "basePaths"]);
  }
  if (!Array.isArray(contracts) || contracts.length === 0) {
    throw invalidMember(
      `${path}: contracts`,
      contracts,
      "List at least one document: `contracts: [{ input, output, emitters }]`.",
    );
  }
  for (const [index, contract] of contracts.entries()) {
    checkContract(path, objectAt(`${path}: contracts[${index}]`, contract), index);
  }
}

function checkContract(path: string, contract: object, index: number): void {
  const place = `contracts[${index}]`;
  const unknown = Object.keys(contract).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) {
    throw new CliError(
      "config_invalid",
      `${path}: ${place} has an unknown member "${unknown}".`,
      adviceFor(unknown, nearestName(unknown, Object.keys(members))),
    );
  }
  for (const [name, fix] of Object.entries(required)) {
    if (Object(contract)[name] === undefined) {
      throw invalidMember(`${path}: ${place}.${name}`, undefined, fix);
    }
  }
  for (const [name, value] of Object.entries(contract)) {
    if (value === undefined) continue;
    const at = `${path}: ${place}.${name}`;
    const allowed = members[name as keyof ContractConfig];
    if (name === "maxFiles") checkCount(at, value);
    if (name === "formats") checkFormats(at, value);
    if (name === "overlays") checkTexts(at, value, overlaysFix);
    if (name === "allowRemote" && typeof value !== "boolean") checkTexts(at, value, remoteFix);
    if (name === "emitters") checkEmitters(`${path}: ${place}`, value);
    if (name === "methodNames") checkMethodNames(path, value, place);
    if (allowed === "any" || (allowed === "text" && typeof value === "string")) continue;
    if (allowed === "text") throw invalidMember(at, value, required[name] ?? "Write a string.");
    if (allowed.includes(value)) continue;
    const choices = allowed.map((each) => JSON.stringify(each)).join(", ");
    throw invalidMember(at, value, `Use one of ${choices}.`);
  }
}

/** The required members of a contract, each with a fix. */
const required: Readonly<Record<string, string>> = {
  input: 'Write the path or the address of a document: `input: "openapi.yaml"`.',
  output: 'Write the folder for the files: `output: "src/gen"`.',
  emitters: 'Write `emitters: builtInEmitters(["types", "client"])`.',
};

/** Returns the error of a member with a wrong value, or without one. */
function invalidMember(place: string, value: unknown, fix: string): CliError {
  const problem = value === undefined ? "missing" : (JSON.stringify(value) ?? typeof value);
  return new CliError("config_invalid", `${place} is ${problem}.`, fix);
}

function objectAt(place: string, value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw invalidMember(place, value, "Write an object with members: `{ … }`.");
}

function checkCount(place: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) > 0) return;
  throw invalidMember(place, value, "Use a whole number from 1.");
}

const overlaysFix = 'Write a list of files, such as ["changes.overlay.yaml"].';
const remoteFix = 'Use true, false, or a list of addresses, such as ["https://example.com/"].';

function checkTexts(place: string, value: unknown, fix: string): void {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return;
  throw invalidMember(place, value, fix);
}

function adviceFor(name: string, nearest: string | undefined): string {
  if (isEmitterFlag(name)) {
    return `Pass it to the emitters: \`builtInEmitters([…], { ${name}: … })\`.`;
  }
  return nearest === undefined ? "Remove it." : `Did you mean \`${nearest}\`?`;
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
function checkEmitters(place: string, emitters: unknown): void {
  if (!Array.isArray(emitters)) {
    throw invalidMember(`${place}.emitters`, emitters, required["emitters"] ?? "");
  }
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
function checkMethodNames(path: string, methodNames: unknown, place: string): void {
  if (typeof methodNames === "function") return;
  if (typeof methodNames !== "string") {
    const fix = 'Use a function, or a template such as "{method} {path}".';
    throw invalidMember(`${path}: ${place}.methodNames`, methodNames, fix);
  }
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
