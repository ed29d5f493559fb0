import { InvalidArgumentError } from "commander";

/** Parses a web address on the command line. */
export function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return text;
  throw new InvalidArgumentError("Expected an address that starts with https:// or http://.");
}
