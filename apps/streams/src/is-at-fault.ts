import { SpecwrightError } from "@specwright/runtime";
import { LogError } from "@specwright/streams/log";
import { mayPublishAgain } from "@specwright/streams/server";

/**
 * Reports whether the command itself was the reason for a refusal, so that only its sender can fix
 * the fault.
 */
export function isAtFault(error: unknown): boolean {
  const isOfCommand = error instanceof SpecwrightError && !(error instanceof LogError);
  return isOfCommand && !mayPublishAgain(error);
}
