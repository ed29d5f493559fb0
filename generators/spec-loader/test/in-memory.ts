import { type LoadOptions, type LoadResult, loadSpecification } from "@specwright/spec-loader";

/** Loads a document from texts by file name; the first is the entry. They are in `/work`. */
export async function loadTexts(
  texts: Readonly<Record<string, string>>,
  options: LoadOptions = {},
): Promise<LoadResult> {
  const [entry = ""] = Object.keys(texts);
  return await loadSpecification(`/work/${entry}`, {
    root: "/work",
    readFile: async (path) => {
      const text = texts[path.slice("/work/".length)];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return new TextEncoder().encode(text);
    },
    ...options,
  });
}

/**
 * Loads a JSON or YAML text as an OpenAPI 3.1 document, with the members that every document needs.
 */
export async function loadOpenapi(yaml: string, version = "3.1.0"): Promise<LoadResult> {
  return await loadTexts({ "api.yaml": openapi(yaml, version) });
}

/** Prepends the first four lines of an OpenAPI document to a text, which then starts on line 5. */
export function openapi(yaml: string, version = "3.1.0"): string {
  return `openapi: ${version}\ninfo:\n  title: T\n  version: "1"\n${yaml}`;
}

/** Prepends the first four lines of an AsyncAPI document to a text, which then starts on line 5. */
export function asyncapi(yaml: string, version = "3.0.0"): string {
  return `asyncapi: ${version}\ninfo:\n  title: T\n  version: "1"\n${yaml}`;
}
