import { generateDocument } from "../generate-document.ts";

/** The output of emitters by path, and the codes of their diagnostics. */
export interface Emitted {
  readonly files: ReadonlyMap<string, string>;
  readonly codes: readonly string[];
}

/** Runs a built-in emitter, and those it requires, over a document given as text. */
export async function emitted(name: string, text: string): Promise<Emitted> {
  const { files, diagnostics } = await generateDocument(
    { file: "shop.yaml", text },
    { emit: [name] },
  );
  return {
    files: new Map(files.map(({ path, content }) => [path, content])),
    codes: diagnostics.map(({ code }) => code),
  };
}
