import { isJsonObject, type JsonValue } from "../../../json/json-value.ts";
import {
  type CrossFinding,
  componentEntries,
  type Entry,
  mapEntries,
  objectAt,
  type Path,
  type RuledDocument,
  templateParameters,
} from "./ruled-document.ts";

/** Checks the server URLs of AsyncAPI 2, and the variables in them. */
export function serverFindings(document: RuledDocument): readonly CrossFinding[] {
  const own = mapEntries(document, document.root, ["servers"]);
  return [
    ...own.flatMap((server) => variableFindings(document, server)),
    ...componentEntries(document, "servers").flatMap((server) =>
      variableFindings(document, server),
    ),
    ...own.flatMap(({ path, object }) => urlFindings([...path, "url"], object["url"])),
  ];
}

function variableFindings(
  document: RuledDocument,
  { path, object }: Entry,
): readonly CrossFinding[] {
  const { url } = object;
  const declared = objectAt(document, object, "variables");
  if (typeof url !== "string" || !isJsonObject(declared)) return [];
  const used = templateParameters(url);
  if (used.size === 0) return [];
  const finding = { rule: "asyncapi2-server-variables", isError: true };
  const missing = [...used].filter((name) => !Object.hasOwn(declared, name));
  const unused = Object.keys(declared).filter((name) => !used.has(name));
  return [
    ...missing.map((name) => ({
      ...finding,
      path: [...path, "variables"],
      message: `the variable {${name}} of the URL is not declared`,
      fix: `Declare ${JSON.stringify(name)} under \`variables\`, or remove it from the URL.`,
    })),
    ...unused.map((name) => ({
      ...finding,
      path: [...path, "variables", name],
      message: `the URL has no variable {${name}}`,
      fix: `Write {${name}} in the URL, or remove the variable.`,
    })),
  ];
}

function urlFindings(path: Path, url: JsonValue | undefined): readonly CrossFinding[] {
  if (typeof url !== "string") return [];
  const found: CrossFinding[] = [];
  const add = (rule: string, message: string, fix: string): void => {
    found.push({ rule: `asyncapi2-server-${rule}`, path, message, fix, isError: false });
  };
  if (url.includes("{}")) {
    add("no-empty-variable", "a variable of the URL has no name", "Write a name in the braces.");
  }
  if (url.endsWith("/")) {
    const message = "the URL of a server should not end with a slash";
    add("no-trailing-slash", message, "Remove the slash.");
  }
  return found;
}
