// Writes the path of a subject in words, because a path such as `<allOf 1>.kind<oneOf 0>.a` is hard to
// read.

const marker =
  /<(?:(allOf|anyOf|oneOf) (\d+)|(if|then|else|not|contains|propertyNames|unevaluatedItems|unevaluatedProperties|additionalItems|contentSchema|\$defs|definitions))>/;

/**
 * Writes the path of a schema as a Markdown phrase, the innermost part first: `` `a` of alternative 1 of
 * `kind` ``. Omits a branch of `allOf`, except for the last part of a path.
 */
export function pathWords(path: string): string {
  const steps: string[] = [];
  let names = "";
  const endNames = (): void => {
    if (names !== "") steps.unshift(`\`${names.replace(/^\./, "")}\``);
    names = "";
  };
  let rest = path;
  for (let found = marker.exec(rest); found !== null; found = marker.exec(rest)) {
    const [whole, union, number, keyword] = found;
    names += rest.slice(0, found.index);
    rest = rest.slice(found.index + whole.length);
    if (union === "allOf" && rest !== "") continue;
    endNames();
    if (keyword !== undefined) steps.unshift(`\`${keyword}\``);
    else steps.unshift(`${union === "allOf" ? "part" : "alternative"} ${Number(number) + 1}`);
  }
  names += rest;
  endNames();
  return steps.join(" of ");
}
