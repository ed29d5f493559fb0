import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ParsedText, ParseLimits } from "./text-problem.ts";

/**
 * Tells the format of a text: by the file's ending (`.json`, `.yaml`, `.yml`), else by its first
 * character.
 */
export function formatOf(file: string, text: string): "json" | "yaml" {
  const ending = /\.(json|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending !== undefined) return ending === "json" ? "json" : "yaml";
  return /^\s*[{[]/.test(text) ? "json" : "yaml";
}

/** Parses a text in the given format. */
export function parseText(format: "json" | "yaml", text: string, limits: ParseLimits): ParsedText {
  return format === "json" ? parseJson(text, limits) : parseYaml(text, limits);
}
