import type { Problem } from "../diagnostics/problem.ts";
import { descend, joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { decodeFragment } from "../references/resolver.ts";

/** Lists the references within a file that have no target. */
export function danglingReferences(file: string, root: JsonValue): readonly Problem[] {
  const problems: Problem[] = [];
  const visit = (value: JsonValue, pointer: string): void => {
    if (isJsonArray(value)) {
      for (const [index, item] of value.entries()) visit(item, joinPointer(pointer, index));
      return;
    }
    if (!isJsonObject(value)) return;
    const reference = memberOf(value, "$ref");
    if (typeof reference === "string" && reference.startsWith("#")) {
      const problem = danglingProblem(file, root, reference, joinPointer(pointer, "$ref"));
      if (problem !== undefined) problems.push(problem);
    }
    for (const [key, item] of Object.entries(value)) visit(item, joinPointer(pointer, key));
  };
  visit(root, "");
  return problems;
}

function danglingProblem(
  file: string,
  root: JsonValue,
  reference: string,
  pointer: string,
): Problem | undefined {
  const tokens = pointerTokens(decodeFragment(reference.slice(1)) ?? "");
  const reached = descend(root, tokens ?? []);
  if (tokens !== undefined && reached.rest.length === 0) return undefined;
  const around = joinPointer("", ...reached.done);
  const place = around === "" ? file : `${file}#${around}`;
  const near = reached.suggestion && `#${joinPointer("", ...reached.suggestion)}`;
  return {
    code: "REF_NOT_FOUND",
    source: { file, pointer },
    message: `${reference}: ${place} has no ${JSON.stringify(reached.rest[0] ?? reference)}`,
    ...(near !== undefined && { fix: `Did you mean ${near}?` }),
  };
}
