// What a configuration may say. Its file is often not compiled, so that TypeScript does not find faults.

import { nearestName } from "@specwright/spec-loader";
import { CliError } from "./cli-error.ts";
import type { ContractConfig } from "./config.ts";

/** The members of a contract, and the values of those that have few; others are checked where they are used. */
const members: Readonly<Record<keyof ContractConfig, readonly unknown[] | "any">> = {
  input: "any",
  output: "any",
  emitters: "any",
  name: "any",
  importExtension: ["ts", "js", "mjs"],
  operations: "any",
  methodNames: "any",
  perspective: ["provider", "consumer"],
  lenient: [true, false],
  root: "any",
  allowRemote: "any",
  int64: ["bigint", "number", "string"],
  dates: ["string", "Date", "Temporal"],
  decimals: ["string", "Decimal"],
  defaults: ["ignore", "apply"],
};

/**
 * Checks the names of the members of a contract, and their values.
 *
 * @throws {CliError} `config_invalid`.
 */
export function checkContract(path: string, contract: ContractConfig, index: number): void {
  const place = `contracts[${index}]`;
  for (const [name, value] of Object.entries(contract)) {
    const allowed = Object.hasOwn(members, name)
      ? members[name as keyof ContractConfig]
      : undefined;
    if (allowed === undefined) {
      const nearest = nearestName(name, Object.keys(members));
      throw new CliError(
        "config_invalid",
        `${path}: ${place} has a member "${name}", which means nothing.`,
        nearest === undefined ? "Remove it." : `Did you mean \`${nearest}\`?`,
      );
    }
    if (name === "emitters") checkEmitters(`${path}: ${place}`, contract.emitters);
    if (allowed === "any" || value === undefined || allowed.includes(value)) continue;
    throw new CliError(
      "config_invalid",
      `${path}: ${place}.${name} is ${JSON.stringify(value) ?? typeof value}.`,
      `Use one of ${allowed.map((each) => JSON.stringify(each)).join(", ")}.`,
    );
  }
}

/** Checks that emitters are such, rather than the names that `--emit` takes. */
function checkEmitters(place: string, emitters: readonly unknown[]): void {
  const index = emitters.findIndex((each) => typeof Object(each).name !== "string");
  if (index === -1) return;
  const names = emitters.filter((each) => typeof each === "string");
  throw new CliError(
    "config_invalid",
    typeof emitters[index] === "string"
      ? `${place}.emitters[${index}] is ${JSON.stringify(emitters[index])}.`
      : `${place}.emitters[${index}] is no emitter.`,
    names.length === emitters.length
      ? `Write \`emitters: builtInEmitters([${names.map((name) => JSON.stringify(name)).join(", ")}])\`.`
      : "`builtInEmitters([…])` returns those of the command.",
  );
}
