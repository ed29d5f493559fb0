import { listAuditEntries } from "@specwright/marketplace-api/client";
import type { AuditEntry } from "@specwright/marketplace-api/types";
import { callOrLost } from "../attempt.ts";
import type { Desk, View } from "../desk.ts";
import { element, heading, link } from "../parts/element.ts";
import { factList, timeText } from "../parts/facts.ts";
import { pagedList } from "../parts/paged-list.ts";

/** Shows the audit log, newest entries first. Only administrators may read it. */
export function auditView(desk: Desk): View {
  if (!desk.isAdmin) {
    const why = "Only administrators can read the audit log.";
    return { heading: "Audit log", content: [element("p", {}, why)] };
  }
  const lead =
    "Actions of moderators and administrators on resources of other users, newest first.";
  return {
    heading: "Audit log",
    content: [
      element("p", { class: "lead" }, lead),
      pagedList({
        read: (cursor) =>
          callOrLost(
            listAuditEntries(desk.transport, { query: cursor === undefined ? {} : { cursor } }),
          ),
        draw: entryCard,
        empty: "The log is empty.",
      }),
    ],
  };
}

/** Actions in words, by the name of the operation. */
const words: Readonly<Record<string, string>> = {
  submitListing: "submitted",
  withdrawListing: "withdrew",
  updateListing: "changed",
  approveListing: "approved",
  rejectListing: "rejected",
  deleteListing: "deleted",
  restoreListing: "restored",
  updateUser: "changed",
  deleteUser: "deleted",
  assignReport: "assigned",
  closeReport: "closed",
  grantRole: "gave a role to",
  revokeRole: "took a role from",
};
/** Returns the action of an entry in words. */
function actionVerb({ action, details }: Pick<AuditEntry, "action" | "details">): string {
  if (action === "hideListing") return details["to"] === "hidden" ? "hid" : "published again";
  if (action === "suspendUser") {
    return details["suspended"] === "true" ? "suspended" : "lifted the suspension of";
  }
  return words[action] ?? action;
}

const places: Readonly<Record<string, string>> = { listing: "#/listings", user: "#/users" };

function entryCard({ actor, action, subject, ...entry }: AuditEntry): HTMLLIElement {
  const { subject_id: id, details } = entry;
  const place = places[subject];
  const text = `${subject} ${id}`;
  return element(
    "li",
    { class: "card" },
    heading(
      "h2",
      `${actor} ${actionVerb({ action, details })} `,
      place === undefined ? text : link(`${place}/${id}`, text),
    ),
    factList({ When: timeText(entry.happened_at), Action: action, ...details }),
  );
}
