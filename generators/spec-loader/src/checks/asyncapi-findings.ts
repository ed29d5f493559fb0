// Loaded only when a document is to be checked with it: the official AsyncAPI parser is large.

import { createRequire } from "node:module";

/** The used part of a finding of the parser. */
export interface ParserFinding {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  /** 0 error, 1 warning, 2 information, 3 hint. */
  readonly severity: number;
}

const require = createRequire(import.meta.url);
const { Parser } = require("@asyncapi/parser") as typeof import("@asyncapi/parser");

/** Runs the official AsyncAPI parser on a document. */
export async function asyncapiFindings(text: string): Promise<readonly ParserFinding[]> {
  try {
    const findings = await new Parser().validate(text);
    return findings.map(({ code, message, path, severity }) => ({
      code: String(code),
      message,
      path,
      severity,
    }));
  } catch (cause) {
    const message = `the official parser failed: ${cause instanceof Error ? cause.message : cause}`;
    return [{ code: "uncaught-error", message, path: [], severity: 1 }];
  }
}
