/**
 * Finds the key under which the response for a status is documented: the status itself, its range, or
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
