/**
 * Sets a member as an own property. Plain assignment to `__proto__` would change the prototype instead.
 */
export function defineMember(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
