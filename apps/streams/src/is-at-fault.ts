import { SpecwrightError } from "@specwright/runtime";
import { LogError } from "@specwright/streams/log";
import { mayPublishAgain } from "@specwright/streams/server";

/** Reports whether a command was not published because of what it says: only its sender can fix it. */
export function isAtFault(error: unknown): boolean {
  const isOfCommand = error instanceof SpecwrightError && !(error instanceof LogError);
  return isOfCommand && !mayPublishAgain(error);
}
