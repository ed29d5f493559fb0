// The ids of elements: a path of names, in which a name cannot be mistaken for a step.

/** Returns the id of a field in another element. */
export function fieldAnchor(parent: string, name: string): string {
  const step = anchorStep(name);
  return parent === "" ? step : `${parent}.${step}`;
}

/** Returns the id of what is nested otherwise: an item, a value of a map, a variant. */
export function nestedAnchor(parent: string, step: string): string {
  return parent === "" ? step : `${parent}:${step}`;
}

/** Writes a name as a step of an id; what is neither a letter, a digit, `_` nor `-` is escaped. */
export function anchorStep(name: string): string {
  const step = name.replaceAll(
    /[^\p{L}\p{N}_-]/gu,
    (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}~`,
  );
  return step === "" ? "~" : step;
}
