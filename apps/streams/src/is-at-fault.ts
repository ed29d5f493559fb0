import { SpecwrightError } from "@specwright/runtime";
import { LogError } from "@specwright/streams/log";
import { mayPublishAgain } from "@specwright/streams/server";

/**
 * Reports whether a command was refused because the command itself is faulty. Only its sender can
 * fix this.
 */
export function isAtFault(error: unknown): boolean {
  const isOfCommand = error instanceof SpecwrightError && !(error instanceof LogError);
  return isOfCommand && !mayPublishAgain(error);
}
