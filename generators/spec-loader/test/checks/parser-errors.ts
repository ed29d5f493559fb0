import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** A document for the official parser. */
export interface ParserInput {
  readonly text: string;
  /** The path of its file, if it refers to others. */
  readonly source?: string;
}

/** An error that the official parser finds. */
export interface ParserError {
  readonly rule: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Returns the errors that the official parser finds in each document. */
export async function parserErrors(
  inputs: readonly ParserInput[],
): Promise<readonly (readonly ParserError[])[]> {
  const program = join(import.meta.dirname, "run-asyncapi-parser.mjs");
  const running = promisify(execFile)(process.execPath, [program], { maxBuffer: 2 ** 28 });
  running.child.stdin?.end(JSON.stringify(inputs));
  const { stdout } = await running;
  return JSON.parse(stdout);
}
