// Creates the ids of elements. An id is a path. Separators and escapes ensure that different paths have
// different ids.

/** Returns the id of a field inside the element `parent`. */
export function fieldAnchor(parent: string, name: string): string {
  const step = anchorStep(name);
  return parent === "" ? step : `${parent}.${step}`;
}

/** Returns the id of a nested element that is not a field: an item, a value of a map, or a variant. */
export function nestedAnchor(parent: string, step: string): string {
  return parent === "" ? step : `${parent}:${step}`;
}

/** Escapes a name as one step of an id. Keeps letters, digits, `_` and `-`. */
export function anchorStep(name: string): string {
  const step = name.replaceAll(
    /[^\p{L}\p{N}_-]/gu,
    (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}~`,
  );
  return step === "" ? "~" : step;
}
