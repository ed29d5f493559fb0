// The options of the emitters. This module is separate from the emitters, because they are slow to load.

import { nearestName } from "@specwright/spec-loader";
import { CliError } from "../terminal/cli-error.ts";

/** The options of emitters that flags can set too. */
export interface EmitterFlags {
  /**
   * The module of zod that `schemas.ts` imports.
   *
   * @defaultValue `"zod"`
   * @example
   * zodTarget: "zod/mini"
   */
  readonly zodTarget?: "zod" | "zod/mini";
  /**
   * Whether `paths.ts` is written, with the types that openapi-typescript writes and openapi-fetch accepts.
   *
   * @defaultValue `false`
   * @example
   * paths: true
   */
  readonly paths?: boolean;
  /**
   * Whether each named enum is also written as an object with its values.
   *
   * @defaultValue `false`
   * @example
   * enumObjects: true
   */
  readonly enumObjects?: boolean;
  /**
   * Groups the methods of clients by the first tag of their operations: `client.orders.list()`.
   *
   * @defaultValue no groups
   * @example
   * groupBy: "tag"
   */
  readonly groupBy?: "tag";
}

const values: Readonly<Record<keyof EmitterFlags, readonly unknown[]>> = {
  zodTarget: ["zod", "zod/mini"],
  paths: [true, false],
  enumObjects: [true, false],
  groupBy: ["tag"],
};

/** Reports whether a text is the name of an emitter option. */
export function isEmitterFlag(name: string): name is keyof EmitterFlags {
  return Object.hasOwn(values, name);
}

/**
 * Checks the names and values of options, because Node runs a configuration without type checks.
 *
 * @throws {CliError} `usage`.
 */
export function checkEmitterFlags(flags: EmitterFlags): void {
  for (const [name, value] of Object.entries(flags)) {
    if (!isEmitterFlag(name)) {
      const names = Object.keys(values);
      const nearest = nearestName(name, names);
      throw new CliError(
        "usage",
        `builtInEmitters has no option "${name}".`,
        nearest === undefined ? `Options: ${names.join(", ")}.` : `Did you mean \`${nearest}\`?`,
      );
    }
    if (value === undefined || values[name].includes(value)) continue;
    throw new CliError(
      "usage",
      `The option ${name} of builtInEmitters is ${JSON.stringify(value) ?? typeof value}.`,
      `Use one of ${values[name].map((each) => JSON.stringify(each)).join(", ")}.`,
    );
  }
}
