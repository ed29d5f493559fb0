/** Returns the names in braces of an address or a URL. */
export function templateParameters(template: string): ReadonlySet<string> {
  const names = new Set<string>();
  let start = template.indexOf("{");
  // Not by a regular expression, which would read to the end of the text for each open brace.
  while (start >= 0) {
    const end = template.indexOf("}", start + 2);
    if (end < 0) break;
    names.add(template.slice(start + 1, end));
    start = template.indexOf("{", end + 1);
  }
  return names;
}
