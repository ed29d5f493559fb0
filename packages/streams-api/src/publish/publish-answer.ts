import { isSpecwrightError, parseJson } from "@specwright/runtime";

/** Answers a command. */
export type PublishAnswer =
  /** The frame is durable under this number, `seq` or `md_seq`. */
  | { readonly id?: string; readonly seq: bigint }
  | { readonly id?: string; readonly error: PublishRefusal };

/** Says why a command was refused. */
export interface PublishRefusal {
  /** A stable word, such as `decode` for a message that breaks its schema. */
  readonly code: string;
  readonly message: string;
  /** Whether the same command may be taken later, as when the log cannot be reached. */
  readonly retry: boolean;
}

/** Reads answers, one a line. Gives nothing when it is none, or not as many as there must be. */
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
  const value = parsed(line);
  if (!isObject(value)) return undefined;
  const { id, seq, error } = value;
  const own = typeof id === "string" ? { id } : {};
  if (typeof seq === "bigint" || Number.isSafeInteger(seq)) {
    return { ...own, seq: BigInt(String(seq)) };
  }
  if (!isObject(error) || typeof error["code"] !== "string") return undefined;
  const { code, message, retry } = error;
  return { ...own, error: { code, message: String(message ?? code), retry: retry === true } };
}

function parsed(line: string): unknown {
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
