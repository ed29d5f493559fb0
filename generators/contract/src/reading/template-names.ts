/** Lists the names in the braces of a path or address, each once. */
export function templateNames(path: string): string[] {
  return [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name))];
}
