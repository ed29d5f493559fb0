// The ids of elements: paths in which names and steps cannot be confused.

/** Returns the id of a field in another element. */
export function fieldAnchor(parent: string, name: string): string {
  const step = anchorStep(name);
  return parent === "" ? step : `${parent}.${step}`;
}

/** Returns the id of another nested element: an item, a value of a map, a variant. */
export function nestedAnchor(parent: string, step: string): string {
  return parent === "" ? step : `${parent}:${step}`;
}

/** Writes a name as a step of an id. Characters other than letters, digits, `_` and `-` are escaped. */
export function anchorStep(name: string): string {
  const step = name.replaceAll(
    /[^\p{L}\p{N}_-]/gu,
    (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}~`,
  );
  return step === "" ? "~" : step;
}
