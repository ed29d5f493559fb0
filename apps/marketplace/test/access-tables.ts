import { listingAccess, listingColumns } from "../src/access/listing-access.ts";
import { moderationAccess } from "../src/access/moderation-access.ts";
import { relations } from "../src/access/relation.ts";
import { userAccess } from "../src/access/user-access.ts";
import { listingTransitions } from "../src/listings/listing-transitions.ts";

const MODERATED = { yes: "if listings are moderated", no: "if they are not moderated" } as const;

/** Writes docs/marketplace-access.md from the tables that the handlers consult. */
export function accessTables(): string {
  const listings = Object.entries(listingAccess).flatMap(([operation, rows]) =>
    mergedRows(operation, rows),
  );
  const users = Object.entries(userAccess).flatMap(([operation, rows]) =>
    mergedRows(operation, rows),
  );
  const transitions = listingTransitions.map(({ operation, from, to, by, moderated, held }) =>
    row([
      from,
      to,
      `\`${operation}\``,
      by.join(", "),
      held === true ? "if it is held" : moderated === undefined ? "always" : MODERATED[moderated],
    ]),
  );
  const moderation = Object.entries(moderationAccess).map(([operation, roles]) =>
    row([`\`${operation}\``, roles.join(", ")]),
  );
  return `# Who may do what in the marketplace

A caller is the \`owner\` of their own things, also as a moderator; an administrator is always \`admin\`. Without
a session, \`getListing\` and \`getAttachment\` treat a caller as \`other\`, and all other operations answer 401. 404
also hides what a caller may not know.

\`npx vitest run apps/marketplace/test/access.test.ts -u\` writes this page, and tests each cell.

## States of a listing

${table(["from", "to", "by", "who", "when"], transitions)}

The first matching row applies. Administrators are not moderated. An update counts if it changes the title, the
description, a \`moderated\` field, or adds or moves an image. A listing that a moderator or administrator hides is
\`held\` until one of them releases it. The trash is purged after 30 days.

## Operations on a listing

${table(["operation", "who", ...listingColumns], listings)}

## Operations on a user

A new address or password, and deleting a user, need a login at most 10 minutes old. The last administrator cannot
be deleted (409).

${table(["operation", "who", "user exists", "no such user"], users)}

## Operations for moderators

All other callers get 403. The command \`specwright-marketplace\` assigns roles.

${table(["operation", "roles"], moderation)}
`;
}

/** Returns the rows of an operation; callers who get the same answers share one. */
function mergedRows(
  operation: string,
  answers: Readonly<Record<(typeof relations)[number], readonly unknown[]>>,
): readonly string[] {
  const callers = Map.groupBy(relations, (relation) => answers[relation].join(" | "));
  return [...callers].map(([cells, who]) => row([`\`${operation}\``, who.join(", "), cells]));
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
