import { PublisherError } from "../publisher-error.ts";

/** Creates the error of an invalid command line. */
export function badUsage(message: string): PublisherError {
  return new PublisherError("bad_usage", message);
}
