/** A JSON object that may be edited. */
export type EditableObject = { [key: string]: EditableValue };

/** A JSON value that may be edited. */
export type EditableValue =
  | string
  | number
  | boolean
  | null
  | EditableValue[]
  | EditableObject
  | undefined;

/** Returns a value if it is an object, otherwise undefined. */
export function objectOf(value: EditableValue): EditableObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Returns the member of an object if it is an object itself, otherwise undefined. */
export function childOf(value: EditableValue, key: string): EditableObject | undefined {
  const object = objectOf(value);
  return object && Object.hasOwn(object, key) ? objectOf(object[key]) : undefined;
}

/** Returns the items of a value, or none if it is not an array. */
export function itemsOf(value: EditableValue): readonly EditableValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a JSON pointer with another token at its end. */
export function pointerInside(pointer: string, ...tokens: readonly (string | number)[]): string {
  const escaped = tokens.map((each) => String(each).replaceAll("~", "~0").replaceAll("/", "~1"));
  return [pointer, ...escaped].join("/");
}
