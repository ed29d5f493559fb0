import { mediaTypeEssence, type Schema } from "@specwright/contract";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import { messageName } from "../pairing/traffic.ts";
import { compareBindings } from "./compare-bindings.ts";
import { compareCorrelation } from "./compare-correlation.ts";
import { compareHeaders } from "./compare-headers.ts";
import { compareNotes } from "./compare-notes.ts";
import { comparePayloads } from "./compare-payloads.ts";
import { messageChange } from "./message-change.ts";
import type { MessageUses } from "./message-uses.ts";

/** Compares a message with its revision. */
export function compareMessage(comparison: Comparison, uses: MessageUses): void {
  const { base, revision, affects } = uses;
  const draft = messageChange(uses);
  const name = `the message \`${messageName(revision)}\``;
  for (const change of [...nameChanges(uses), ...tagChange(uses), ...contentTypeChange(uses)]) {
    comparison.record({ ...draft, ...change });
  }
  reportDiscriminatorOnce(comparison, uses);
  comparePayloads(comparison, uses);
  compareHeaders(comparison, uses);
  compareCorrelation(comparison, uses);
  compareNotes(comparison, uses, { rule: "message", name, subject: draft.subject, affects });
  compareBindings(comparison, {
    level: "message",
    base,
    revision,
    subject: draft.subject,
    name,
    affects,
    addresses: [null, null],
  });
}

type Part = Pick<ChangeDraft, "rule" | "class" | "surface" | "details" | "message" | "why">;

function nameChanges({ base, revision }: MessageUses): Part[] {
  const changes: Part[] = [];
  if (base.id !== revision.id) {
    changes.push({
      rule: "message-key-renamed",
      class: "breaking",
      surface: "code",
      details: [base.id, revision.id],
      message: `The key of the message \`${base.id}\` is now \`${revision.id}\`.`,
      why: "Generated code uses the key. Nothing changes on the wire.",
    });
  }
  if (base.name !== revision.name) {
    const name = (each: string | undefined): string =>
      each === undefined ? "missing" : `\`${each}\``;
    changes.push({
      rule: "message-name-changed",
      class: "docs",
      surface: "docs",
      details: [base.name ?? null, revision.name ?? null],
      message: `The name of the message \`${revision.id}\` is now ${name(revision.name)}; it was ${name(base.name)}.`,
      why: "The name is for tools and readers. It is not sent, unless the payload contains it.",
    });
  }
  return changes;
}

function tagChange({ base, revision }: MessageUses): Part[] {
  const [before, after] = [base.discriminator, revision.discriminator];
  if (before === undefined || before.property !== after?.property) return [];
  if (before.value === after.value) return [];
  return [
    {
      rule: "message-discriminator-changed",
      class: "breaking",
      surface: "wire",
      details: [before.property, before.value, after.value],
      message: `The message \`${messageName(revision)}\` now has \`${before.property}\` \`${after.value}\`; it was \`${before.value}\`.`,
      why: "Existing clients treat it as a different message, or as an unknown one.",
    },
  ];
}

/** Prevents a second change for a changed discriminator: the constant in the schema of its property. */
function reportDiscriminatorOnce(comparison: Comparison, { base, revision }: MessageUses): void {
  const property = base.discriminator?.property;
  if (property === undefined || property !== revision.discriminator?.property) return;
  const [before, after] = [base, revision].map(
    ({ payload }) => payload && constantProperty(payload.schema, property),
  );
  if (before !== undefined && after !== undefined) comparison.omitConstantChange(before, after);
}

/** Finds the schema of a property that a payload declares, directly or in one of its parts. */
function constantProperty(payload: Schema, name: string): Schema | undefined {
  const seen = new Set<Schema>();
  const waiting = [payload];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (each.kind === "boolean" || seen.has(each)) continue;
    seen.add(each);
    const found = each.properties?.get(name);
    if (found !== undefined) return found;
    waiting.push(...(each.ref ? [each.ref.target] : []), ...(each.allOf ?? []));
  }
  return undefined;
}

function contentTypeChange({ base, revision }: MessageUses): Part[] {
  if (base.contentType === revision.contentType) return [];
  const isKept = mediaTypeEssence(base.contentType) === mediaTypeEssence(revision.contentType);
  return [
    {
      rule: "message-content-type-changed",
      class: isKept ? "potentially-breaking" : "breaking",
      surface: "wire",
      details: [base.contentType, revision.contentType],
      message: `The content type of the message \`${messageName(revision)}\` is now \`${revision.contentType}\`; it was \`${base.contentType}\`.`,
      why: isKept
        ? "The format is the same, but its parameters may matter."
        : "Existing clients read and write the old format.",
    },
  ];
}
