import { PublisherError } from "../publisher-error.ts";

/** Returns the error of a command line that makes no sense. */
export function badUsage(message: string): PublisherError {
  return new PublisherError("bad_usage", message);
}
