// Creates the built-in emitters by their names, with the options that flags can set.

import {
  clientEmitter,
  codecEmitter,
  descriptorsEmitter,
  docsEmitter,
  mswEmitter,
  serverEmitter,
  tanstackQueryEmitter,
  typesEmitter,
  zodEmitter,
} from "@specwright/emit";
import type { Emitter } from "@specwright/emit/print";
import { checkEmitterFlags, type EmitterFlags } from "../project/emitter-flags.ts";
import { emitterNames } from "../project/emitter-names.ts";
import { CliError } from "../terminal/cli-error.ts";
import { bundleEmitter } from "./bundle-emitter.ts";

/**
 * Creates the named emitters and the emitters that they require: `client` adds `types`, `codec` and
 * `descriptors`.
 *
 * @throws {CliError} `usage` if an emitter or an option does not exist.
 */
export function builtInEmitters(names: readonly string[], flags: EmitterFlags = {}): Emitter[] {
  checkEmitterFlags(flags);
  const available = new Map(createEmitters(flags).map((emitter) => [emitter.name, emitter]));
  const wanted = new Set<string>();
  const want = (name: string): void => {
    const emitter = available.get(name);
    if (emitter === undefined) {
      throw new CliError(
        "usage",
        `Unknown emitter "${name}".`,
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

function createEmitters({ zodTarget, paths, enumObjects, groupBy }: EmitterFlags): Emitter[] {
  return [
    typesEmitter({ ...(paths && { paths }), ...(enumObjects && { enumObjects }) }),
    zodEmitter({ ...(zodTarget && { target: zodTarget }) }),
    codecEmitter(),
    descriptorsEmitter(),
    serverEmitter(),
    clientEmitter({ ...(groupBy && { groupBy }) }),
    mswEmitter(),
    tanstackQueryEmitter(),
    docsEmitter(),
    bundleEmitter(),
  ];
}
