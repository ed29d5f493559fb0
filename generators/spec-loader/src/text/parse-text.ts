import { parseJson } from "./parse-json.ts";
import type { ParsedText, ParseLimits } from "./text-problem.ts";

/**
 * Detects the format of a text: from the file extension (`.json`, `.yaml`, `.yml`), or else from
 * its first character.
 */
export function formatOf(file: string, text: string): "json" | "yaml" {
  const ending = /\.(json|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending !== undefined) return ending === "json" ? "json" : "yaml";
  return /^\s*[{[]/.test(text) ? "json" : "yaml";
}

/** Parses a text in the given format. The parser of YAML is loaded when it is first needed. */
export async function parseText(
  format: "json" | "yaml",
  text: string,
  limits: ParseLimits,
): Promise<ParsedText> {
  if (format === "json") return parseJson(text, limits);
  const { parseYaml } = await import("./parse-yaml.ts");
  return parseYaml(text, limits);
}
