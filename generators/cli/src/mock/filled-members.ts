import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { isObject } from "@specwright/runtime/codegen";
import type { FeedPointer } from "@specwright/runtime/transport";

/**
 * Returns the members of a sample that the feed server does not set itself, because no rule of the contract
 * mentions them. The keys are pointers.
 */
export function filledMembers(
  { feed }: ChannelDescriptor,
  sample: unknown,
): Readonly<Record<FeedPointer, unknown>> {
  const ruled = pointersIn(feed);
  const found: [string, unknown][] = [];
  const visit = (value: unknown, pointer: string): void => {
    if (ruled.has(pointer)) return;
    const leadsToRule = [...ruled].some((each) => each.startsWith(`${pointer}/`));
    if (pointer !== "" && !leadsToRule) found.push([pointer, value]);
    else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, `${pointer}/${name}`);
    } else if (Array.isArray(value) && value.length > 0) visit(value[0], `${pointer}/0`);
  };
  visit(sample, "");
  return Object.fromEntries(found);
}

/**
 * Collects all pointers in the rules of a feed. A pointer is a text, or the name of a member, that starts
 * with `/`.
 */
function pointersIn(rules: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof rules === "string") {
    if (rules.startsWith("/")) found.add(rules);
  } else if (Array.isArray(rules)) for (const each of rules) pointersIn(each, found);
  else if (isObject(rules)) {
    for (const [name, each] of Object.entries(rules)) {
      if (name.startsWith("/")) found.add(name);
      pointersIn(each, found);
    }
  }
  return found;
}
