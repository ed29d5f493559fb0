import { memberOf } from "@specwright/runtime";

/** Returns the message of an error. For a codec error, returns its issues, one per line. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const issues = memberOf(error, "issues") ?? memberOf(memberOf(error, "cause"), "issues");
  if (!Array.isArray(issues)) return text;
  const lines = issues.slice(0, 20).map((issue: unknown) => {
    const pointer = memberOf(issue, "pointer");
    const where = typeof pointer === "string" && pointer !== "" ? pointer : "the whole value";
    return `${where}: ${String(memberOf(issue, "message"))}`;
  });
  return lines.length === 0 ? text : lines.join("\n");
}
