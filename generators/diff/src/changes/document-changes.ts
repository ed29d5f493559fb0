import type { Contract } from "@specwright/contract";
import type { Change, Subject } from "./change.ts";
import { fingerprintOf } from "./change-draft.ts";

/** Returns the change for an added document. */
export function documentAdded(revision: Contract): Change {
  const subject = documentSubject(revision);
  return {
    ruleId: "document-added",
    class: "non-breaking",
    surface: "wire",
    subject,
    revision: revision.locate({ file: revision.file, pointer: "" }),
    affects: [],
    message: `${subject.name} is new.`,
    why: "It is new, so no client can break.",
    fingerprint: fingerprintOf("document-added", subject, []),
  };
}

/** Returns the change for a removed document. */
export function documentRemoved(base: Contract): Change {
  const subject = documentSubject(base);
  return {
    ruleId: "document-removed",
    class: "breaking",
    surface: "wire",
    subject,
    base: base.locate({ file: base.file, pointer: "" }),
    affects: [],
    message: `${subject.name} was removed.`,
    why: "The contract no longer has this interface.",
    fingerprint: fingerprintOf("document-removed", subject, []),
  };
}

function documentSubject({ info }: Contract): Subject {
  return { kind: "document", name: info.title };
}
