/**
 * Finds the key of the documented response for a status: the status itself, its range, or
 * `default`.
 */
export function documentedKey(
  responses: Readonly<Record<string, unknown>>,
  status: number,
): string | undefined {
  return [`${status}`, `${Math.floor(status / 100)}XX`, "default"].find((key) =>
    Object.hasOwn(responses, key),
  );
}
