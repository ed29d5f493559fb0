// Edits the text of a handlers file so that it implements the interfaces of a contract.

import { editHandlers } from "@specwright/emit/print";
import { editorPackage } from "../init/offer-packages.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { HandlersInterface } from "./handlers-interfaces.ts";

/** A handlers file, and facts about its contract. */
export interface HandlersFile {
  /** The name of the file in messages. */
  readonly label: string;
  /** The text of the file; `undefined` if the file does not exist. */
  readonly text: string | undefined;
  /** Returns the import path for a generated module, such as `./gen/server.js`. */
  readonly moduleOf: (module: string) => string;
  /**
   * Maps the names of operations to their addresses in an earlier contract. They show which operations were
   * renamed.
   */
  readonly former: ReadonlyMap<string, string>;
}

/** An edited handlers file. */
export interface EditedHandlers {
  readonly text: string;
  /** A line for each changed handler, such as `added    listOrders`. */
  readonly changes: readonly string[];
  /** The interfaces that an existing file does not implement. Empty for a new file. */
  readonly absent: readonly HandlersInterface[];
}

/**
 * Adds missing handlers of each interface, renames handlers of renamed operations, and marks handlers of
 * removed operations.
 *
 * @throws {CliError} `handlers_unusable`, or `package_missing` if ts-morph is not installed.
 */
export function editHandlersFile(
  file: HandlersFile,
  wanted: readonly HandlersInterface[],
): EditedHandlers {
  const { label, moduleOf, former } = file;
  let text = file.text ?? newFile(wanted, moduleOf);
  const changes: string[] = [];
  const absent: HandlersInterface[] = [];
  for (const each of wanted) {
    const { interfaceName, operations } = each;
    const module = moduleOf(each.module);
    const result = editHandlers(text, { interfaceName, module, operations, former });
    if (!result.edited) {
      if (result.reason === "not-found") {
        absent.push(each);
        continue;
      }
      if (result.reason === "no-ts-morph") {
        throw new CliError(
          "package_missing",
          "Editing handlers needs the package ts-morph, which is not installed.",
          `Run \`npm install --save-dev ${editorPackage}\`, then run the command again.`,
        );
      }
      throw result.reason === "several"
        ? new CliError(
            "handlers_unusable",
            `${label} has more than one ${interfaceName}.`,
            "Keep one in this file, move the other to its own file, and run the command for each file.",
          )
        : new CliError(
            "handlers_unusable",
            `${label}:${result.line}:${result.column} does not parse: ${result.message}`,
            "Correct the syntax there, and run the command again.",
          );
    }
    text = result.text;
    changes.push(
      ...result.renamed.map(({ from, to }) => `renamed  ${from} to ${to} (its body is untouched)`),
      ...result.added.map((name) => `added    ${name}`),
      ...result.removed.map((name) => `removed  ${name} (marked; its body is untouched)`),
    );
  }
  if (file.text !== undefined && absent.length === wanted.length) {
    const names = wanted.map(({ interfaceName }) => interfaceName).join(" or ");
    throw new CliError(
      "handlers_unusable",
      `${label} has no object, function or class that is a ${names}.`,
      `Declare one, such as \`${wanted.map(printDeclaration)[0]}\`.`,
    );
  }
  return { text, changes, absent: file.text === undefined ? [] : absent };
}

/** Returns a declaration of handlers without members, with the type of the interface. */
export function printDeclaration({
  interfaceName,
  constant,
  context,
  operations,
}: HandlersInterface): string {
  const full = `${interfaceName}<${context.name}>`;
  const omitted = operations.filter(({ isOptional }) => isOptional === true);
  const names = omitted.map(({ name }) => JSON.stringify(name)).join(" | ");
  const type = omitted.length === 0 ? full : `Omit<${full}, ${names}>`;
  return `export const ${constant}: ${type} = {};`;
}

function newFile(
  wanted: readonly HandlersInterface[],
  moduleOf: (module: string) => string,
): string {
  const contexts = new Map(wanted.map(({ context: { name, from } }) => [from, name]));
  const interfaces = wanted.map(({ interfaceName }) => interfaceName).sort();
  const modules = new Set(wanted.map(({ module }) => moduleOf(module)));
  return [
    'import { NotImplementedError } from "@specwright/runtime";',
    ...[...contexts].map(([from, name]) => `import type { ${name} } from "${from}";`),
    ...[...modules].map((module) => `import type { ${interfaces.join(", ")} } from "${module}";`),
    ...wanted.map((each) => `\n${printDeclaration(each)}`),
    "",
  ].join("\n");
}
