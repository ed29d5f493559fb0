import type { Contract } from "@specwright/contract";
import type { Change, Subject } from "./change.ts";
import { fingerprintOf } from "./change-draft.ts";

/** Returns the change from no document to a contract. */
export function documentAdded(revision: Contract): Change {
  const subject = subjectOf(revision);
  return {
    ruleId: "document-added",
    class: "non-breaking",
    surface: "wire",
    subject,
    revision: revision.locate({ file: revision.file, pointer: "" }),
    affects: [],
    message: `${subject.name} is new.`,
    why: "Nobody uses it yet.",
    fingerprint: fingerprintOf("document-added", subject, []),
  };
}

/** Returns the change from a contract to no document. */
export function documentRemoved(base: Contract): Change {
  const subject = subjectOf(base);
  return {
    ruleId: "document-removed",
    class: "breaking",
    surface: "wire",
    subject,
    base: base.locate({ file: base.file, pointer: "" }),
    affects: [],
    message: `${subject.name} was removed.`,
    why: "Whatever it described is no longer promised to anybody.",
    fingerprint: fingerprintOf("document-removed", subject, []),
  };
}

function subjectOf({ info }: Contract): Subject {
  return { kind: "document", name: info.title };
}
