import { isSpecwrightError, parseJson } from "@specwright/runtime";

/** The answer to a command. */
export type PublishAnswer =
  /** The frame is durable under this number, `seq` or `md_seq`. */
  | { readonly id?: string; readonly seq: bigint }
  /** The command with this id was given up. False if the service did not wait for the command. */
  | { readonly id?: string; readonly given_up: boolean }
  | { readonly id?: string; readonly error: PublishRefusal };

/** The reason why a command was refused. */
export interface PublishRefusal {
  /**
   * A stable code. Examples: `decode` for a message that breaks its schema; `behind_refused` for a command
   * that must follow a refused command, because the refused command may be sent again.
   */
  readonly code: string;
  readonly message: string;
  /** Whether the same command may be accepted later, for example if the log is unavailable now. */
  readonly retry: boolean;
  /** The id of an earlier command. It must be sent again or given up before this command. */
  readonly behind?: string;
}

/**
 * Parses answers, one on each line. Returns undefined if an answer is invalid, or if there are not exactly
 * `count` answers.
 */
export function readPublishAnswers(
  text: string,
  count: number,
): readonly PublishAnswer[] | undefined {
  const answers = text
    .split("\n")
    .filter((line) => line !== "")
    .map(readAnswer);
  const all = answers.flatMap((answer) => answer ?? []);
  return all.length === count && answers.length === count ? all : undefined;
}

function readAnswer(line: string): PublishAnswer | undefined {
  const value = parseLine(line);
  if (!isObject(value)) return undefined;
  const { id, seq, given_up, error } = value;
  const own = typeof id === "string" ? { id } : {};
  if (typeof seq === "bigint" || Number.isSafeInteger(seq)) {
    return { ...own, seq: BigInt(String(seq)) };
  }
  if (typeof given_up === "boolean") return { ...own, given_up };
  if (!isObject(error) || typeof error["code"] !== "string") return undefined;
  const { code, message, retry, behind } = error;
  return {
    ...own,
    error: {
      code,
      message: String(message ?? code),
      retry: retry === true,
      ...(typeof behind === "string" && { behind }),
    },
  };
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (isSpecwrightError(error)) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
