import type { JsonValue } from "@specwright/spec-loader";
import {
  type Defaults,
  findDefaults,
  noDefaults,
  type PropertyDefault,
} from "../directions/find-defaults.ts";
import type { Contract } from "../model/contract.ts";
import type { Schema } from "../model/schema.ts";
import { choiceDiagnostics } from "./choice-diagnostics.ts";
import type { Problem } from "./problem.ts";
import type { ValueTypes } from "./value-form.ts";

/** Reports whether a value is valid by a schema; undefined if that is not certain. */
export type CheckValue = (schema: Schema, value: JsonValue) => boolean | undefined;

/** The defaults that readers apply, and what is wrong with others. */
export interface ChosenDefaults {
  readonly defaults: Defaults;
  readonly problems: readonly Problem[];
}

/** Chooses the defaults that readers apply: if asked for, all that do not break their schema. */
export function chooseDefaults(
  contract: Contract,
  { defaults: wanted = "ignore" }: ValueTypes,
  isValid: CheckValue = () => undefined,
): ChosenDefaults {
  if (wanted === "ignore") return { defaults: noDefaults, problems: [] };
  const problems = new Map<string, Problem>();
  const isApplied = ({ property, value, holder: { source } }: PropertyDefault): boolean => {
    if (isValid(property, value) !== false) return true;
    const { severity, fix } = choiceDiagnostics.DEFAULT_UNUSED;
    const message = "the default breaks its schema, and no reader applies it";
    const at = { ...source, pointer: `${source.pointer}/default` };
    const problem = { code: "DEFAULT_UNUSED", severity, message, fix, source: at };
    problems.set(`${at.file}#${at.pointer}`, problem);
    return false;
  };
  return { defaults: findDefaults(contract, isApplied), problems: [...problems.values()] };
}
