/** Returns the URL of a server with the values of its variables. */
export function serverUrl(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
