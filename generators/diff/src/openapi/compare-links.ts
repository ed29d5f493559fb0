import type { Response } from "@specwright/contract";
import { isJsonObject, type JsonValue } from "@specwright/spec-loader";
import { canonicalText } from "../changes/canonical-text.ts";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { type Part, reportAt, type Site } from "./site.ts";

/** Compares the links of a response. They send nothing themselves, but generated code has them. */
export function compareLinks(site: Site, part: Part, base: Response, revision: Response): void {
  for (const name of new Set([...base.links.keys(), ...revision.links.keys()])) {
    const [before, after] = [base.links.get(name), revision.links.get(name)];
    const rest = {
      surface: "code",
      details: [name],
      ...(before !== undefined && { base: base.source }),
      ...(after !== undefined && { revision: revision.source }),
    } as const;
    const finding = linkFinding(name, before, after);
    if (finding !== undefined) reportAt(site, part, { ...rest, ...finding });
  }
}

function linkFinding(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Pick<Finding, "rule" | "class" | "message" | "why"> | undefined {
  const link = `The link ${writeValue(name)}`;
  if (before === undefined) {
    const why = "A client that does not know it ignores it.";
    return { rule: "link-added", class: "non-breaking", message: `${link} was added.`, why };
  }
  if (after === undefined) {
    const why = "Code that follows the link no longer compiles. The operations stay as they are.";
    return { rule: "link-removed", class: "breaking", message: `${link} was removed.`, why };
  }
  if (meaningOf(before) === meaningOf(after)) return undefined;
  return {
    rule: "link-changed",
    class: "potentially-breaking",
    message: `${link} changed.`,
    why: "Code that follows the link may do something else. The operations stay as they are.",
  };
}

function meaningOf(link: JsonValue): string {
  if (!isJsonObject(link)) return canonicalText(link);
  const fields = Object.entries(link).filter(([name]) => name !== "description");
  return canonicalText(Object.fromEntries(fields));
}
