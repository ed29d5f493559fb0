import { RestServerError } from "../server/problem-error.ts";

/**
 * Requires a feature of Fastify, which any version may be installed of.
 *
 * @throws RestServerError if it is not there; the message names the version that has it.
 */
export function requireNewer(isThere: boolean, version: string): void {
  if (isThere) return;
  const message = `This Fastify is too old: install version ${version} or newer, such as fastify@5.`;
  throw new RestServerError("old_framework", message);
}
