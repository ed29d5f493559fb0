import { listingAccess, listingColumns } from "../src/access/listing-access.ts";
import { moderationAccess } from "../src/access/moderation-access.ts";
import { standings } from "../src/access/standing.ts";
import { userAccess } from "../src/access/user-access.ts";
import { listingTransitions } from "../src/listings/listing-transitions.ts";

const MODERATED = { yes: "where listings are moderated", no: "where they are not" } as const;

/** Writes docs/marketplace-access.md from the tables that the handlers ask. */
export function accessTables(): string {
  const listings = Object.entries(listingAccess).flatMap(([operation, rows]) =>
    standings.map((standing) => row([`\`${operation}\``, standing, ...rows[standing].map(String)])),
  );
  const users = Object.entries(userAccess).flatMap(([operation, rows]) =>
    standings.map((standing) => row([`\`${operation}\``, standing, ...rows[standing].map(String)])),
  );
  const transitions = listingTransitions.map(({ operation, from, to, by, moderated, held }) =>
    row([
      from,
      to,
      `\`${operation}\``,
      by.join(", "),
      held === true ? "what is held" : moderated === undefined ? "always" : MODERATED[moderated],
    ]),
  );
  const moderation = Object.entries(moderationAccess).map(([operation, roles]) =>
    row([`\`${operation}\``, roles.join(", ")]),
  );
  return `# Who may do what in the marketplace

Written from the tables of \`apps/marketplace/src/access\` and
\`apps/marketplace/src/listings/listing-transitions.ts\`, which the handlers ask; \`npx vitest run
apps/marketplace/test/access.test.ts -u\` writes it anew. The test sends a request for each cell.

A caller is the \`owner\` of what is theirs, also as a moderator; \`admin\` whatever it is of. Without a
session \`getListing\` and \`getAttachment\` answer as to an \`other\`, and the rest 401. 404 is also
the answer for what the caller may not know of.

## States of a listing

${table(["from", "to", "by", "who", "when"], transitions)}

What an administrator hands in or changes is not moderated. An update moves a listing when it
changes the title, the description or a field declared \`moderated\`; an image, when it is added or
gets another place. What a moderator or an administrator hides of somebody else is \`held\` until one
of them lets it out; of two ways that fit, the first is taken. The trash is purged after 30 days.

## Operations on a listing

${table(["operation", "who", ...listingColumns], listings)}

## Operations on a user

Changing an address or a password, and deleting a user, need a login at most 10 minutes old. The last
administrator cannot be deleted (409).

${table(["operation", "who", "there", "not there"], users)}

## Operations of those who moderate

Everybody else gets 403. Roles are given by the command \`specwright-marketplace\`.

${table(["operation", "roles"], moderation)}
`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), row(head.map(() => "---")), ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
