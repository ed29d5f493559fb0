import { listingAccess, listingColumns } from "../src/access/listing-access.ts";
import { moderationAccess } from "../src/access/moderation-access.ts";
import { relations } from "../src/access/relation.ts";
import { userAccess } from "../src/access/user-access.ts";
import { listingTransitions } from "../src/listings/listing-transitions.ts";

const MODERATED = { yes: "if listings are moderated", no: "if they are not moderated" } as const;

/** Writes docs/marketplace-access.md from the tables that the handlers consult. */
export function accessTables(): string {
  const listings = mergedRows(listingAccess, describeAnswers);
  const users = mergedRows(userAccess, (answers) => answers.join(" | "));
  const moves = listingTransitions.map(({ operation, from, to, by, moderated, held }) => ({
    operation: `\`${operation}\``,
    from,
    key: [to, by.join(", "), conditionOf(held, moderated)].join(" | "),
  }));
  const sameMoves = Map.groupBy(moves, ({ from, key }) => `${from} ${key}`);
  const merged = [...sameMoves.values()].map((each) => ({
    ...{ from: each[0]?.from, key: each[0]?.key },
    operations: each.map(({ operation }) => operation).join(", "),
  }));
  const transitions = [...Map.groupBy(merged, (each) => `${each.key} | ${each.operations}`)].map(
    ([cells, each]) => row([each.map(({ from }) => from).join(", "), cells]),
  );
  const moderation = Map.groupBy(Object.entries(moderationAccess), ([, roles]) => roles.join(", "));
  const moderators = [...moderation].map(([roles, each]) =>
    row([each.map(([operation]) => `\`${operation}\``).join(", "), roles]),
  );
  return `# Permissions in the marketplace

An administrator is always \`admin\`; others are \`owner\` of their own things. Without a session, callers of
\`getListing\` and \`getAttachment\` are \`other\`; all other operations answer 401. 404 also hides what a caller may
not know.

## States of a listing

${table(["from", "to", "who", "when", "by"], transitions)}

The first matching row applies. [Moderation](operating-marketplace.md#rules-of-the-service) covers some updates, and
not those of administrators. A listing that a moderator or administrator hides is \`held\` until one of them releases
the listing.

## Operations on a listing

${table(["operation", "who", "answer"], listings)}

## Operations on a user

A new address or password, and deleting a user, need a login at most 10 minutes old. The last administrator cannot
be deleted (409).

${table(["operation", "who", "user exists", "no such user"], users)}

## Operations for moderators

All other callers get 403.

${table(["operations", "roles"], moderators)}
`;
}

function conditionOf(held: true | undefined, moderated: "yes" | "no" | undefined): string {
  if (held === true) return "if it is held";
  return moderated === undefined ? "always" : MODERATED[moderated];
}

/** Returns the most frequent answer, and the others with their states: `404; 200 if publish, held`. */
function describeAnswers(answers: readonly unknown[]): string {
  const states = Map.groupBy(listingColumns, (_, index) => answers[index]);
  const [[usual] = [], ...others] = [...states].toSorted(([, a], [, b]) => b.length - a.length);
  return [usual, ...others.map(([answer, each]) => `${answer} if ${each.join(", ")}`)].join("; ");
}

/** Returns a row for the operations and callers with the same answers. */
function mergedRows(
  access: Readonly<
    Record<string, Readonly<Record<(typeof relations)[number], readonly unknown[]>>>
  >,
  describe: (answers: readonly unknown[]) => string,
): readonly string[] {
  const merged = Object.entries(access).flatMap(([operation, answers]) => {
    const callers = Map.groupBy(relations, (relation) => describe(answers[relation]));
    return [...callers].map(([cells, who]) => ({
      operation: `\`${operation}\``,
      rest: `${who.join(", ")} | ${cells}`,
    }));
  });
  const operations = Map.groupBy(merged, ({ rest }) => rest);
  return [...operations].map(([rest, each]) =>
    row([each.map(({ operation }) => operation).join(", "), rest]),
  );
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
