// Generates docs/configuration.md, the reference of the configuration, from the types in the code.

import { run } from "@specwright/cli/api";
import { emitterNames } from "../../generators/cli/src/project/emitter-names.ts";
import { type ConfigurationOption, optionReader } from "./read-options.ts";

/** The output of each emitter. */
const emitterFiles: Readonly<Record<string, string>> = {
  types:
    "`types.ts`: the types of schemas, requests, responses and messages; with `paths`, `paths.ts`",
  zod: "`schemas.ts`: a zod schema for each type",
  codec: "`codec.ts`: functions that read, check and write the values of each type",
  descriptors: "`descriptors.ts`: operations and channels as data, for client and server",
  server: "`server.ts`: the interfaces of handlers, and `webhooks.ts` for webhooks and callbacks",
  client: "`client.ts`: a function for each operation and channel",
  msw: "`handlers.ts` and `samples.ts`: [mocks](mocking.md) for Mock Service Worker",
  "tanstack-query": "`queries.ts`: queries and mutations for [TanStack Query](tanstack-query.md)",
  docs: "reference pages in Markdown",
  bundle: "the document and all files that it refers to as one file",
};

export async function configurationPage(root: string): Promise<string> {
  const read = optionReader(root);
  const help = await helpOf("generate");
  const config = "generators/cli/src/project/config.ts";
  const sections = (of: string, interfaceName: string): string =>
    read(of, interfaceName)
      .map((option) => section(option, interfaceName, flagsOf(option.name, help)))
      .join("\n");
  return `# Configuration

\`specwright.config.ts\` says which documents there are, and what is generated from each. \`npx specwright init\` writes
one. It is found in the working directory, as \`.ts\`, \`.mts\`, \`.cts\`, \`.js\`, \`.mjs\` or \`.cjs\`, or named by
\`--config FILE\`; its paths are relative to it. At the root of a monorepo without one, commands take those of
[the workspaces](client-package.md). Without one, the flags of \`npx specwright generate --input DOCUMENT
--output FOLDER\` say the same.

\`\`\`ts
// specwright.config.ts
import { builtInEmitters, defineConfig } from "@specwright/cli";

export default defineConfig({
  contracts: [
    {
      input: "openapi.yaml",
      output: "src/gen",
      emitters: builtInEmitters(["types", "codec", "server", "client"]),
      dates: "Date",
    },
  ],
  lint: { rules: { EXAMPLE_MISSING: "off" } },
});
\`\`\`

<!-- The rest of this page is written by \`npm run docs-configuration\`, from the comments in the code. -->

## The whole

${sections(config, "Config")}
## A contract

An element of \`contracts\`. These pages say more about some of the options:

- [The types of values](values.md): \`int64\`, \`dates\`, \`decimals\` and \`defaults\`.
- [Relaxing a document](relaxing.md): \`formats\`, \`openEnums\`, \`missing\` and \`responses\`.
- [Overlays](overlays.md): \`overlays\`.
- [Reading documents](loading.md): \`lenient\`, \`root\` and \`allowRemote\`.

${sections(config, "ContractConfig")}
## Emitters

\`builtInEmitters(names, options)\` creates these, and those that they need: \`client\` brings \`types\`, \`codec\` and
\`descriptors\`. For one of your own, see [writing an emitter](writing-an-emitter.md).

| name | writes |
|---|---|
${emitterNames.map(emitterRow).join("\n")}

The options:

${sections("generators/cli/src/project/emitter-flags.ts", "EmitterFlags")}
## Linting

The members of \`lint\`. A rule has the code of its [diagnostic](errors.md#diagnostics-of-documents); see
[linting](loading.md#linting).

${sections(config, "LintConfig")}
## Comparing

The members of \`diff\`; see [severities](diff.md#severities).

${sections(config, "DiffConfig").trimEnd()}
`;
}

function emitterRow(name: string): string {
  const files = emitterFiles[name];
  if (files === undefined) throw new Error(`Say in configuration-page.ts what ${name} writes.`);
  return `| \`${name}\` | ${files} |`;
}

function section(option: ConfigurationOption, of: string, flags: readonly string[]): string {
  const { name, type, isRequired, text, defaultValue, example } = option;
  if (text === "" || example === undefined) {
    throw new Error(`The comment of ${of}.${name} needs a text and an @example.`);
  }
  const standard = defaultValue ?? (isRequired ? "none: it is required" : "absent");
  return `### \`${name}\`

${text}

| type | default | flag |
|---|---|---|
| ${cell(type)} | ${standard} | ${flags.length === 0 ? "none" : flags.map((flag) => `\`${flag}\``).join(", ")} |

<!-- before the example
${importsOf(example, of)}

export const example: Partial<${of}> = {
-->
\`\`\`ts
${example},
\`\`\`
<!-- after the example
};
-->
`;
}

/** Returns the imports of an example: only those it uses, because loading the emitters takes a second. */
function importsOf(example: string, type: string): string {
  return example.includes("builtInEmitters")
    ? `import { builtInEmitters, type ${type} } from "@specwright/cli";`
    : `import type { ${type} } from "@specwright/cli";`;
}

function cell(type: string): string {
  return `\`${type.replaceAll("|", "\\|")}\``;
}

/** The options whose flags have another name, or that have several. */
const flagNames: Readonly<Record<string, readonly string[]>> = {
  emitters: ["emit"],
  operations: ["tag", "path", "operation", "no-deprecated"],
};

/** Returns the equivalent flags of `generate`, with their arguments. */
function flagsOf(option: string, help: string): readonly string[] {
  const usual = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return (flagNames[option] ?? [usual]).flatMap((name) => {
    const flag = new RegExp(`^ +(--${name}(?: <[\\w-]+>)?)(?= |$)`, "m").exec(help)?.[1];
    return flag === undefined ? [] : [flag];
  });
}

async function helpOf(command: string): Promise<string> {
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
  };
  const terminal = { folder: import.meta.dirname, out: print, err: print, status: () => {} };
  await run([command, "--help"], terminal, { version: "0.0.0" });
  return lines.join("\n");
}
