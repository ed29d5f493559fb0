// Messages about invalid request values. They replace messages with regular expressions and format
// names.

import type { createRestServer } from "@specwright/rest/fastify";

const id = "Is not an id, such as 6f1c2a34-9b57-4d0e-8a11-2f0c6b7d9e55";

/** The messages, by the name of the member or parameter. */
const words: Readonly<Record<string, string>> = {
  interface:
    "Must be lowercase letters and digits, with single hyphens in between, such as market-data.",
  branch:
    "Must be letters, digits and . _ / -, and start with a letter or digit, such as release/2.0.",
  path: "Must be a relative path, such as api/openapi.yaml. Names consist of letters, digits and _ . -, and must not start with . or -.",
  commit: "Must be a commit id: 7 to 64 hex digits (0 to 9, a to f).",
  sha256: "Must be a SHA-256 digest: 64 hex digits (0 to 9, a to f).",
  released_at:
    "Must be a date, such as 2026-02-20, or a time with its UTC offset, such as 2026-02-20T12:00:00Z.",
  previous_id: `${id}. If there is no version yet, send null in JSON, or none in a query.`,
  base_id: `${id}.`,
  base: `${id}.`,
  version_id: `${id}.`,
  diff_id: `${id}.`,
};

interface Fault {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}

/** Replaces the messages of request faults. */
export function putFaultsIntoWords(app: ReturnType<typeof createRestServer>): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    const isRefusal = reply.statusCode === 400 && typeof payload === "string";
    done(null, isRefusal ? replaceMessages(payload) : payload);
  });
}

function replaceMessages(text: string): string {
  const problem: { readonly errors?: readonly Fault[] } = JSON.parse(text);
  const { errors } = problem;
  if (errors === undefined) return text;
  return JSON.stringify({ ...problem, errors: errors.map(withPlainMessage) });
}

function withPlainMessage(fault: Fault): Fault {
  if (fault.code !== "pattern" && fault.code !== "format") return fault;
  const name = fault.pointer.split("/").at(-1) ?? "";
  const message = Object.hasOwn(words, name) ? words[name] : undefined;
  return message === undefined ? fault : { ...fault, message };
}
