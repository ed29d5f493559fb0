import { listingAccess, listingColumns } from "../src/access/listing-access.ts";
import { moderationAccess } from "../src/access/moderation-access.ts";
import { relations } from "../src/access/relation.ts";
import { userAccess } from "../src/access/user-access.ts";
import { listingTransitions } from "../src/listings/listing-transitions.ts";

const MODERATED = { yes: "if listings are moderated", no: "if they are not moderated" } as const;

/** Writes docs/marketplace-access.md from the tables that the handlers consult. */
export function accessTables(): string {
  const listings = Object.entries(listingAccess).flatMap(([operation, rows]) =>
    relations.map((relation) => row([`\`${operation}\``, relation, ...rows[relation].map(String)])),
  );
  const users = Object.entries(userAccess).flatMap(([operation, rows]) =>
    relations.map((relation) => row([`\`${operation}\``, relation, ...rows[relation].map(String)])),
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

This page is generated from the tables of \`apps/marketplace/src/access\` and
\`apps/marketplace/src/listings/listing-transitions.ts\`, which the handlers use. To update it, run
\`npx vitest run apps/marketplace/test/access.test.ts -u\`. The test sends a request for each cell.

A caller counts as the \`owner\` of their own things, even if they are a moderator; an administrator
always counts as \`admin\`. Callers without a session are treated as \`other\` by \`getListing\` and
\`getAttachment\`; all other operations answer 401. 404 is also the answer for anything whose existence
the caller may not learn.

## States of a listing

${table(["from", "to", "by", "who", "when"], transitions)}

Submissions and changes by an administrator are not moderated. An update changes the state of a
listing if it changes the title, the description or a field declared \`moderated\`; adding or moving an
image does so too. A listing that a moderator or an administrator hides for somebody else is \`held\`
until one of them releases it. If several transitions match, the first applies. The trash is purged
after 30 days.

## Operations on a listing

${table(["operation", "who", ...listingColumns], listings)}

## Operations on a user

Changing an address or a password, and deleting a user, need a login at most 10 minutes old. The last
administrator cannot be deleted (409).

${table(["operation", "who", "user exists", "no such user"], users)}

## Operations for moderators

All other callers get 403. The command \`specwright-marketplace\` assigns roles.

${table(["operation", "roles"], moderation)}
`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), row(head.map(() => "---")), ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
