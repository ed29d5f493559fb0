// Runs an emitter over a document given as text.

import { buildContract } from "@specwright/contract";
import { type Diagnostic, loadSpecification } from "@specwright/spec-loader";
import { emit } from "../src/print/emit.ts";
import type { Emitter } from "../src/print/emitter.ts";

/** The output of an emitter by path, and the codes of all diagnostics. */
export interface Emitted {
  readonly files: ReadonlyMap<string, string>;
  readonly codes: readonly string[];
  /** The diagnostics of the emitter itself. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs one emitter over a document given as text. Its required emitters write no files.
 * @throws Error if the document has errors.
 */
export async function emitText(emitter: Emitter, text: string): Promise<Emitted> {
  const { specification, diagnostics: loaded } = await loadSpecification({
    file: "shop.yaml",
    text,
  });
  if (specification === undefined) throw new Error(JSON.stringify(loaded));
  const { contract, diagnostics: built } = buildContract(specification);
  if (contract === undefined) throw new Error(JSON.stringify(built));
  const required = (emitter.requires ?? []).map((name) => ({ name, emit: () => {} }));
  const { files, diagnostics } = await emit(contract, [...required, emitter], { specification });
  return {
    files: new Map(files.map(({ path, content }) => [path, content])),
    diagnostics,
    codes: [...loaded, ...built, ...diagnostics].map(({ code }) => code),
  };
}
