// Runs the official AsyncAPI parser in a separate thread. The parser's dependencies load only under
// Node's own module conditions, and a host, such as a test runner, may use others.

import { type MessagePort, parentPort } from "node:worker_threads";
import { asyncapiFindings } from "./asyncapi-findings.ts";

/** A request for the findings on a document, which are returned through the port. */
export interface ParserRequest {
  readonly text: string;
  readonly port: MessagePort;
}

async function answer({ text, port }: ParserRequest): Promise<void> {
  port.postMessage(await asyncapiFindings(text));
  port.close();
}

parentPort?.on("message", (request: ParserRequest) => void answer(request));
