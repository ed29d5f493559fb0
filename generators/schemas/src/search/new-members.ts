import type { JsonValue } from "@specwright/spec-loader";
import type { Node } from "../canonical/constraint.ts";
import type { Matcher } from "../pattern/matcher.ts";
import {
  mentionedNames,
  type NeededMember,
  nodesOfMember,
  type ObjectShape,
} from "./object-shape.ts";
import type { Finder } from "./outcome.ts";

/** The maximum number of patterns. If there are more, no properties with new names are searched for. */
const mostPatterns = 6;

/**
 * Returns properties whose names occur in no constraint. For each combination of patterns that such a name
 * can match, it returns one property, or "unknown". If the list is empty, no further property is possible,
 * except under the names in `taken`.
 */
export function newMembers(
  finder: Finder,
  shape: ObjectShape,
  needed: NeededMember | undefined,
  taken: readonly string[],
): readonly (readonly [string, JsonValue] | "unknown")[] {
  const patterns = [...shape.patterns.keys()];
  if (patterns.length > mostPatterns) return ["unknown"];
  const avoided = [...mentionedNames(shape), ...taken];
  const members: (readonly [string, JsonValue] | "unknown")[] = [];
  for (let choice = 0; choice < 2 ** patterns.length; choice += 1) {
    const matching = new Set(patterns.filter((_, index) => (choice & (1 << index)) !== 0));
    const member = memberMatching(finder, shape, needed, matching, avoided);
    if (member !== undefined) members.push(member);
  }
  return members;
}

function memberMatching(
  finder: Finder,
  shape: ObjectShape,
  needed: NeededMember | undefined,
  matching: ReadonlySet<string>,
  avoided: readonly string[],
): readonly [string, JsonValue] | "unknown" | undefined {
  if (needed?.kind === "otherMember") {
    if (needed.pattern !== undefined && !matching.has(needed.pattern)) return undefined;
    if (needed.notPatterns.some((pattern) => matching.has(pattern))) return undefined;
  }
  const value = finder.inside(
    nodesOfMember(shape, undefined, (pattern) => matching.has(pattern)),
    needed?.kind === "otherMember" ? [needed.refused] : [],
  );
  if (value.kind === "empty") return undefined;
  const wanted: Node[] = [textPart(finder), ...shape.names];
  const refused: Node[] = needed?.kind === "name" ? [needed.refused] : [];
  for (const [pattern, matcher] of shape.patterns) {
    const part = patternPart(finder, pattern, matcher);
    (matching.has(pattern) ? wanted : refused).push(part);
  }
  if (avoided.length > 0) refused.push(wordsPart(finder, avoided));
  const name = finder.inside(wanted, refused);
  if (name.kind === "empty") return undefined;
  return name.kind === "found" && typeof name.value === "string" && value.kind === "found"
    ? [name.value, value.value]
    : "unknown";
}

function textPart({ graph }: Finder): Node {
  const types = new Set(["string"] as const);
  return graph.part("string", { kind: "types", types }, (value) => typeof value === "string");
}

function patternPart({ graph }: Finder, pattern: string, matcher: Matcher): Node {
  return graph.part(
    `pattern ${pattern}`,
    { kind: "pattern", pattern },
    (value) => typeof value !== "string" || matcher.test(value),
  );
}

function wordsPart({ graph }: Finder, words: readonly string[]): Node {
  const values = [...new Set(words)].sort();
  return graph.part(`words ${JSON.stringify(values)}`, { kind: "values", values }, (value) =>
    values.some((each) => each === value),
  );
}
