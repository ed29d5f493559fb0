// Runs the official AsyncAPI parser in a separate thread. The parser's dependencies load only under
// Node's own module conditions, and a host, such as a test runner, may use others.

import { createRequire } from "node:module";
import { type MessagePort, parentPort } from "node:worker_threads";

/** A request for the findings on a document, which are returned through the port. */
export interface ParserRequest {
  readonly text: string;
  readonly port: MessagePort;
}

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

async function validate(text: string): Promise<readonly ParserFinding[]> {
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

async function answer({ text, port }: ParserRequest): Promise<void> {
  port.postMessage(await validate(text));
  port.close();
}

parentPort?.on("message", (request: ParserRequest) => void answer(request));
