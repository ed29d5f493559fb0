/** Writes an operation without the names of its path parameters, which may change. */
export function operationKey(operation: string): string {
  const [, method, path] = /^([A-Z]*) (\/.*)$/.exec(operation) ?? [];
  if (path === undefined) return "document";
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
}
