/** A JSON object that edits can change. */
export type EditableObject = { [key: string]: EditableValue };

/** A JSON value that edits can change. */
export type EditableValue =
  | string
  | number
  | boolean
  | null
  | EditableValue[]
  | EditableObject
  | undefined;

/** Returns the value if it is an object; otherwise undefined. */
export function objectOf(value: EditableValue): EditableObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Returns the member `key` of a value if both are objects; otherwise undefined. */
export function childOf(value: EditableValue, key: string): EditableObject | undefined {
  const object = objectOf(value);
  return object && Object.hasOwn(object, key) ? objectOf(object[key]) : undefined;
}

/** Returns the items of an array. Returns an empty list for any other value. */
export function itemsOf(value: EditableValue): readonly EditableValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a JSON pointer with further tokens at its end. */
export function pointerInside(pointer: string, ...tokens: readonly (string | number)[]): string {
  const escaped = tokens.map((each) => String(each).replaceAll("~", "~0").replaceAll("/", "~1"));
  return [pointer, ...escaped].join("/");
}
