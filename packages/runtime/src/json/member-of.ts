/** Returns an own member of a value, or undefined if it has none or is not an object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** Returns the member of a value at a path. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(memberOf, value);
}

/** Returns a copy of a value with a member at a path. */
export function withMember(value: unknown, path: readonly string[], member: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  const holder = typeof value === "object" && value !== null ? value : {};
  return { ...holder, [name]: withMember(memberOf(value, name), rest, member) };
}
