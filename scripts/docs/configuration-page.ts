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
  const sections = (of: string, interfaceName: string): string => {
    const options = read(of, interfaceName);
    const rows = options.map((option) => optionRow(option));
    return `${examplesOf(options, interfaceName)}
| option | type | default | meaning |
|---|---|---|---|
${rows.join("\n")}
${flagsText(options, help)}`;
  };
  return `# Configuration

\`specwright.config.ts\` lists the documents, and what is generated from each. \`npx specwright init\` writes one:

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

It is read from the working directory, as \`.ts\`, \`.mts\`, \`.cts\`, \`.js\`, \`.mjs\` or \`.cjs\`, or from
\`--config FILE\`; its paths are relative to it. At the root of a monorepo without one, commands read those of
[the workspaces](client-package.md). Without a configuration, use flags: \`npx specwright generate --input DOCUMENT
--output FOLDER\`.

<!-- The rest of this page is written by \`npm run docs-configuration\`, from the comments in the code. -->

## The whole

${sections(config, "Config")}
## A contract

An element of \`contracts\`. See [values](values.md) for \`int64\`, \`dates\`, \`decimals\` and \`defaults\`,
[relaxing](relaxing.md) for \`formats\`, \`openEnums\`, \`missing\` and \`responses\`, [overlays](overlays.md), and
[reading documents](loading.md) for \`lenient\`, \`root\` and \`allowRemote\`.

${sections(config, "ContractConfig")}
## Emitters

\`builtInEmitters(names, options)\` creates these, and those that they need: \`client\` brings \`types\`, \`codec\` and
\`descriptors\`. You can [write your own](writing-an-emitter.md).

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

function optionRow(option: ConfigurationOption): string {
  const { name, type, isRequired, text, defaultValue } = option;
  const standard = defaultValue ?? (isRequired ? "required" : "absent");
  return `| \`${name}\` | ${cell(type)} | ${standard} | ${text} |`;
}

/** Returns a paragraph about the flags of options, or nothing if no option has a flag. */
function flagsText(options: readonly ConfigurationOption[], help: string): string {
  const flags = options.map(({ name }) => ({ name, flags: flagsOf(name, help) }));
  if (flags.every((each) => each.flags.length === 0)) return "";
  const quoted = (words: readonly string[]): string =>
    words.map((word) => `\`${word}\``).join(", ");
  const other = flags
    .filter((each) => each.name in flagNames)
    .map((each) => `${quoted(each.flags)} for \`${each.name}\``);
  const none = flags.filter((each) => each.flags.length === 0).map(({ name }) => name);
  const sentences = [
    "Flags of `generate` have the same names in kebab case: `--zod-target` for `zodTarget`.",
    ...(other.length === 0 ? [] : [`Other names: ${other.join("; ")}.`]),
    ...(none.length === 0 ? [] : [`Without a flag: ${quoted(none)}.`]),
  ];
  return `\n${sentences.join(" ")}\n`;
}

/** Returns a block with the examples of all options. */
function examplesOf(options: readonly ConfigurationOption[], of: string): string {
  const examples = options.map(({ name, text, example }) => {
    if (text !== "" && example !== undefined) return `${example},`;
    throw new Error(`The comment of ${of}.${name} needs a text and an @example.`);
  });
  const lines = examples.join("\n");
  return `<!-- before the example
${importsOf(lines, of)}

export const example: Partial<${of}> = {
-->
\`\`\`ts
${lines}
\`\`\`
<!-- after the example
};
-->
`;
}

/** Returns the imports of examples: only those they use, because loading the emitters takes a second. */
function importsOf(examples: string, type: string): string {
  return examples.includes("builtInEmitters")
    ? `import { builtInEmitters, type ${type} } from "@specwright/cli";`
    : `import type { ${type} } from "@specwright/cli";`;
}

function cell(type: string): string {
  return `\`${type.replaceAll("|", "\\|")}\``;
}

/** The options whose flags have another name, or that have several. */
const flagNames: Readonly<Record<string, readonly string[]>> = {
  emitters: ["emit"],
  overlays: ["overlay"],
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
