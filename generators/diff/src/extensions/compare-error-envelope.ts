import type { EnvelopeRule } from "@specwright/contract";
import { type ExtensionEdit, pathName, type RulePair, revisedKey } from "./extension-edit.ts";

type ErrorRule = NonNullable<EnvelopeRule["error"]>;

/** Compares how a server reports an error before it closes a connection. */
export function compareErrorEnvelope({
  base,
  revision,
  channels,
}: RulePair<EnvelopeRule>): ExtensionEdit[] {
  const [before, after] = [base.error, revision.error];
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    const isAdded = before === undefined;
    return [
      {
        rule: isAdded ? "envelope-error-added" : "envelope-error-removed",
        class: isAdded ? "non-breaking" : "potentially-breaking",
        direction: "response",
        message: isAdded ? "errors are reported now" : "errors are no longer reported",
        why: isAdded
          ? "Clients pass the message on like any other."
          : "Clients know only from the close code why a connection ended.",
      },
    ];
  }
  const edits: ExtensionEdit[] = [];
  if (revisedKey(channels, before.message) !== after.message) {
    edits.push({
      rule: "envelope-error-changed",
      class: "breaking",
      direction: "response",
      details: [before.message, after.message],
      message: `\`${after.message}\` reports errors now; it was \`${before.message}\``,
      why: "Clients do not know it as an error, so that they do not see why a connection ended.",
    });
  }
  return [...edits, ...memberEdits(before, after), ...codeEdits(before, after)];
}

function memberEdits(before: ErrorRule, after: ErrorRule): ExtensionEdit[] {
  return (["code", "text", "details"] as const).flatMap((member): ExtensionEdit[] => {
    const [old, revised] = [before[member], after[member]];
    if (pathName(old) === pathName(revised)) return [];
    const isCode = member === "code";
    return [
      {
        rule: "envelope-error-member-changed",
        class: isCode ? "breaking" : old === undefined ? "non-breaking" : "potentially-breaking",
        direction: "response",
        details: [member, old ?? null, revised ?? null],
        message: `the ${member} of an error is at ${pathName(revised)}; it was at ${pathName(old)}`,
        why: isCode
          ? "Clients do not find the code, and cannot tell one error from another."
          : old === undefined
            ? "Clients did not look for it before."
            : "Clients do not find it, and have less to tell their caller.",
      },
    ];
  });
}

function codeEdits(
  { codes: before = {} }: ErrorRule,
  { codes: after = {} }: ErrorRule,
): ExtensionEdit[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): ExtensionEdit[] => {
    const [old, revised] = [before[name] ?? name, after[name] ?? name];
    if (old === revised) return [];
    return [
      {
        rule: "envelope-error-code-changed",
        class: "breaking",
        direction: "response",
        details: [name, old, revised],
        message: `the error \`${name}\` has the code \`${revised}\`; it was \`${old}\``,
        why: "Clients take it for an error that they do not know.",
      },
    ];
  });
}
