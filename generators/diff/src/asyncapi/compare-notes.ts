import type { Example } from "@specwright/contract";
import type { JsonValue, Source } from "@specwright/spec-loader";
import type { Affected, Subject } from "../changes/change.ts";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import { docsFindings, extensionFindings } from "../documents/docs-findings.ts";
import { lifecycleFindings } from "../lifecycle/lifecycle.ts";
import type { Pair } from "../pairing/pairing.ts";

/** The documentation fields that channels, operations and messages have in common. */
export interface Noted {
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly examples?: readonly Example[];
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}

/** The object whose notes are compared. */
export interface NotesOptions {
  /** The first part of the ids of its rules. */
  readonly rule: "channel" | "channel-operation" | "message";
  /** The kind and name of the object inside a sentence: "the channel `orders`". */
  readonly name: string;
  readonly subject: Subject;
  readonly affects: readonly Affected[];
  /** Extensions that are compared elsewhere. */
  readonly knownExtensions?: ReadonlySet<string>;
}

/** Compares the deprecation, the tags, the texts and the unknown extensions of an object. */
export function compareNotes(
  comparison: Comparison,
  pair: Pair<Noted>,
  options: NotesOptions,
): void {
  const { base, revision } = pair;
  const { rule, name, subject, affects, knownExtensions = new Set<string>() } = options;
  const start = `T${name.slice(1)}`;
  const draft = { subject, affects, base: base.source, revision: revision.source } as const;
  const [before, after] = [base, revision].map(({ tags }) => [...new Set(tags)].sort());
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    comparison.record({
      ...draft,
      rule: `${rule}-tags-changed`,
      class: "docs",
      surface: "docs",
      details: [before ?? [], after ?? []],
      message: `The tags of ${name} are ${listTags(after)}; they were ${listTags(before)}.`,
      why: "Tags only group the pages of the documentation.",
    });
  }
  const lifecycle = {
    name: start,
    deprecated: `${rule}-deprecated`,
    reactivated: `${rule}-reactivated`,
    stability: revision.extensions.get("x-stability-level"),
  } as const;
  // If `deprecated` changed, the change of `deprecated` includes `x-deprecated`.
  const isOther = base.deprecated !== revision.deprecated;
  const known = new Set([...knownExtensions, "x-sunset", ...(isOther ? ["x-deprecated"] : [])]);
  for (const finding of [
    ...lifecycleFindings(draft, lifecycle, [base, revision], comparison.settings),
    ...textFindings(comparison, pair, name),
    ...extensionFindings(draft, base.extensions, revision.extensions, known),
  ]) {
    comparison.record({ ...draft, ...finding });
  }
}

function textFindings(
  comparison: Comparison,
  { base, revision }: Pair<Noted>,
  name: string,
): Finding[] {
  const places = { base: base.source, revision: revision.source };
  const fields = ["title", "summary", "description"] as const;
  return docsFindings(places, [
    ...fields.map((field) => ({
      rule: `${field}-changed` as const,
      name: `The ${field} of ${name}`,
      before: base[field],
      after: revision[field],
      isShort: field !== "description",
    })),
    {
      rule: "examples-changed",
      name: `The examples of ${name}`,
      before: exampleValues(base),
      after: exampleValues(revision),
    },
    {
      rule: "external-docs-changed",
      name: `The link to external documentation of ${name}`,
      before: comparison.base.fieldOf(base.source, "externalDocs"),
      after: comparison.revision.fieldOf(revision.source, "externalDocs"),
    },
  ]);
}

/** Writes the names of tags as a list: "`a`, `b`". */
export function listTags(tags: readonly string[] = []): string {
  return tags.length === 0 ? "none" : tags.map(writeValue).join(", ");
}

function exampleValues({ examples = [] }: Noted): JsonValue | undefined {
  if (examples.length === 0) return undefined;
  return examples.map(({ source: _, ...example }) => example);
}
