import { RestServerError } from "../server/problem-error.ts";

/**
 * Throws if the installed Fastify lacks a feature.
 *
 * @throws RestServerError, with the required version.
 */
export function requireNewer(hasFeature: boolean, version: string): void {
  if (hasFeature) return;
  const message = `This Fastify is too old: install version ${version} or newer, such as fastify@5.`;
  throw new RestServerError("old_framework", message);
}
