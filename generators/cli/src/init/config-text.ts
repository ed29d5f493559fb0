import type { AnswerChecks } from "@specwright/emit/print";
import { documentSlug } from "../documents/document-slug.ts";
import type { Side } from "./side.ts";

/**
 * Returns the output folder of each document. A single document has the folder `output` (default
 * `src/gen`). Each of several documents has its own subfolder.
 */
export function outputFolders(inputs: readonly string[], output = "src/gen"): readonly string[] {
  if (inputs.length === 1) return [output];
  const names = inputs.map(documentSlug);
  return inputs.map((input, index) => {
    const name = names[index] ?? "";
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return `${output}/${isUnique ? name : input.replace(/\.[^.]*$/, "")}`;
  });
}

/** A document of a configuration. */
export interface ConfiguredDocument {
  readonly input: string;
  readonly output: string;
  /** The prefix for the names of the client and the handlers. Default: the title of the document. */
  readonly name?: string | undefined;
}

/**
 * Returns the text of a configuration that generates one or both sides of each document. The text also
 * compiles if the project compiles its configuration files.
 */
export function configText(
  documents: readonly ConfiguredDocument[],
  side: Side,
  responses: AnswerChecks["responses"],
): string {
  const names = ["types", "codec", ...(side === "both" ? ["client", "server"] : [side])];
  const reporting = responses === "report" ? ', responses: "report"' : "";
  const contracts = documents.map(({ input, output, name }) => {
    const texts = Object.entries({ input, output, name }).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
    );
    return `    { ${texts.join(", ")}, emitters${reporting} },`;
  });
  return `import { builtInEmitters, type Config } from "@specwright/cli";

const emitters = builtInEmitters(${JSON.stringify(names).replaceAll(",", ", ")});

const config: Config = {
  contracts: [
${contracts.join("\n")}
  ],
};

export default config;
`;
}
