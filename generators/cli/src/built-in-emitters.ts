// The emitters that flags can name.

import { clientEmitter } from "@specwright/emit-client";
import { codecEmitter } from "@specwright/emit-codec";
import { descriptorsEmitter } from "@specwright/emit-descriptors";
import { docsEmitter } from "@specwright/emit-docs";
import type { Emitter } from "@specwright/emit-kit";
import { serverEmitter } from "@specwright/emit-server";
import { typesEmitter } from "@specwright/emit-types";
import { zodEmitter } from "@specwright/emit-zod";
import { bundleEmitter } from "./bundle-emitter.ts";
import { CliError } from "./cli-error.ts";
import { emitterNames } from "./emitter-names.ts";

/** The emitter options that flags can set. */
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
   * Whether `paths.ts` is written, with the types that openapi-typescript writes and openapi-fetch takes.
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

/** Creates the named emitters and those they need: `client` brings `types`, `codec` and `descriptors`. */
export function builtInEmitters(names: readonly string[], flags: EmitterFlags = {}): Emitter[] {
  const available = new Map(create(flags).map((emitter) => [emitter.name, emitter]));
  const wanted = new Set<string>();
  const want = (name: string): void => {
    const emitter = available.get(name);
    if (emitter === undefined) {
      throw new CliError(
        "usage",
        `There is no emitter "${name}".`,
        `Choose from ${emitterNames.join(", ")}.`,
      );
    }
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const needed of emitter.requires ?? []) want(needed);
  };
  for (const name of names) want(name);
  return [...available.values()].filter((emitter) => wanted.has(emitter.name));
}

function create({ zodTarget, paths, enumObjects, groupBy }: EmitterFlags): Emitter[] {
  return [
    typesEmitter({ ...(paths && { paths }), ...(enumObjects && { enumObjects }) }),
    zodEmitter({ ...(zodTarget && { target: zodTarget }) }),
    codecEmitter(),
    descriptorsEmitter(),
    serverEmitter(),
    clientEmitter({ ...(groupBy && { groupBy }) }),
    docsEmitter(),
    bundleEmitter(),
  ];
}
