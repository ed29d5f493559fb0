// Prints the servers of a document as functions. Each returns the URL of a server: `servers.production({
// region })`.

import { camelCase, type Server } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { propertyKey, stringLiteral } from "../print/literal.ts";
import { runtimeModule } from "../print/modules.ts";
import { block, code, group, indent, line, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/** Prints `export const servers = {...};`, unless the document has no servers. */
export function printServers(context: EmitContext, file: TypeScriptFile): void {
  const { contract, names } = context;
  const named = nameServers(context);
  if (named.size === 0) return;
  const isTaken = contract.operations.some((each) => names.operation(each).value === "servers");
  file.print(
    docComment({ text: `The base URLs of the servers of ${contract.info.title}.` }),
    code`export const ${isTaken ? "servers_" : "servers"} = ${block(
      "{",
      [...named].map(([name, server]) => printServer(file, name, server)),
      "}",
    )};`,
  );
}

function printServer(file: TypeScriptFile, name: string, server: Server): Printable {
  const url = stringLiteral(server.url);
  const variables = [...server.variables].filter(([key]) => server.url.includes(`{${key}}`));
  const head = docComment({ text: server.description });
  if (variables.length === 0) return [head, code`${propertyKey(name)}: (): string => ${url},`];
  const types = variables.map(
    ([key, variable]) => `readonly ${propertyKey(key)}?: ${variableType(variable["enum"])}`,
  );
  const isShort = types.join("; ").length <= SHORT;
  const defaults = variables.flatMap(([key, { default: value }]) =>
    typeof value === "string" ? [code`${propertyKey(key)}: ${stringLiteral(value)}`] : [],
  );
  const fill = file.import("serverUrl", runtimeModule);
  const values = list("{", [...defaults, "...variables"], "}", { padding: true });
  return [
    head,
    group(
      code`${propertyKey(name)}: (variables: ${
        isShort
          ? `{ ${types.join("; ")} }`
          : block(
              "{",
              types.map((type) => `${type};`),
              "}",
            )
      } = {}): string =>`,
      indent(line, code`${fill}${list("(", [url, values], ")")},`),
    ),
  ];
}

/**
 * The maximum length of an inline object type for variables. Longer types have one line for each variable.
 */
const SHORT = 40;

function variableType(values: unknown): string {
  const listed = Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
  return listed.length === 0 ? "string" : listed.map(stringLiteral).join(" | ");
}

/**
 * Names each server after its `name` (OpenAPI 3.2), a short description, or otherwise its URL. A server
 * that belongs to one operation is named after the operation.
 */
function nameServers({ contract, names }: EmitContext): ReadonlyMap<string, Server> {
  const named = new Map<string, Server>();
  const add = (server: Server, candidates: readonly string[]): void => {
    if ([...named.values()].some(({ url }) => url === server.url)) return;
    const [first = "server"] = candidates;
    let name = candidates.find((each) => !named.has(each)) ?? first;
    for (let count = 2; named.has(name); count += 1) name = `${first}${count}`;
    named.set(name, server);
  };
  const namesOf = (server: Server): readonly string[] => {
    const given = contract.fieldOf(server.source, "name");
    return [...(typeof given === "string" ? [camelCase(given)] : []), ...describedNames(server)];
  };
  for (const server of contract.servers) add(server, namesOf(server));
  for (const operation of contract.operations) {
    for (const server of operation.servers) {
      add(server, [names.operation(operation).value, ...namesOf(server)]);
    }
  }
  return named;
}

function describedNames({ url, description = "" }: Server): readonly string[] {
  const [phrase = ""] = description.split(/[.,;:(\n]|\s[-–—]/, 1);
  const words = phrase.split(/\s+/).filter((word) => !/^(?:an?|the|servers?|)$/i.test(word));
  const isName = words.length > 0 && words.length <= 3 && words.every((word) => /^\w+$/.test(word));
  const address = url.replace(/^[a-z]+:\/\//i, "");
  return [...(isName ? [words.join(" ")] : []), address, "server"]
    .map(camelCase)
    .filter((name) => name !== "unnamed");
}
