import { listingAccess, listingColumns } from "../src/access/listing-access.ts";
import { moderationAccess } from "../src/access/moderation-access.ts";
import { relations } from "../src/access/relation.ts";
import { userAccess } from "../src/access/user-access.ts";
import { listingTransitions } from "../src/listings/listing-transitions.ts";

const MODERATED = {
  yes: "if listings are moderated",
  no: "if listings are not moderated",
} as const;

/** Writes docs/marketplace-access.md from the tables that the handlers consult. */
export function accessTables(): string {
  const listings = mergedRows(listingAccess, describeAnswers);
  const users = mergedRows(userAccess, (answers) => answers.join(" | "));
  const moves = listingTransitions.map(({ operation, from, to, by, moderated, held }) => ({
    operation: code(operation),
    from,
    key: [code(to), codes(by), conditionOf(held, moderated)].join(" | "),
  }));
  const sameMoves = Map.groupBy(moves, ({ from, key }) => `${from} ${key}`);
  const merged = [...sameMoves.values()].map((each) => ({
    ...{ from: each[0]?.from, key: each[0]?.key },
    operations: each.map(({ operation }) => operation).join(", "),
  }));
  const transitions = [...Map.groupBy(merged, (each) => `${each.key} | ${each.operations}`)].map(
    ([cells, each]) => row([codes(each.map(({ from }) => from ?? "")), cells]),
  );
  const moderation = Map.groupBy(Object.entries(moderationAccess), ([, roles]) => codes(roles));
  const moderators = [...moderation].map(([roles, each]) =>
    row([codes(each.map(([operation]) => operation)), roles]),
  );
  return `# Permissions in the marketplace

An administrator is always \`admin\`; other users are \`owner\` of their own listings and account. Without a session, a
caller of \`getListing\` or \`getAttachment\` is \`other\`; every other operation answers 401. A 404 can also
mean that the caller may not see the listing.

## States of a listing

${table(["from", "to", "who", "when", "by"], transitions)}

The first matching row applies. [Moderation](operating-marketplace.md#rules-of-the-service) covers some updates, but
no updates by administrators. A listing that a moderator or administrator hides is \`held\` until a moderator or
administrator releases it.

## Operations on a listing

${table(["operation", "who", "answer, by state"], listings)}

## Operations on a user

To change the address or password, or to delete a user, a caller needs a login at most 10 minutes old. The last
administrator cannot be deleted (409).

${table(["operation", "who", "if the user exists", "if not"], users)}

## Operations for moderators

Callers with a different role get 403.

${table(["operations", "roles"], moderators)}
`;
}

function conditionOf(held: true | undefined, moderated: "yes" | "no" | undefined): string {
  if (held === true) return "if it is `held`";
  return moderated === undefined ? "always" : MODERATED[moderated];
}

/** Returns the answers with their states, then the most frequent answer: "403 in `held`; otherwise 409". */
function describeAnswers(answers: readonly unknown[]): string {
  const states = Map.groupBy(listingColumns, (_, index) => answers[index]);
  const [[usual] = [], ...others] = [...states].toSorted(([, a], [, b]) => b.length - a.length);
  const rest = others.length === 0 ? `${usual}` : `otherwise ${usual}`;
  return [...others.map(([answer, each]) => `${answer} in ${codes(each)}`), rest].join("; ");
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
      operation: code(operation),
      rest: `${codes(who)} | ${cells}`,
    }));
  });
  const operations = Map.groupBy(merged, ({ rest }) => rest);
  return [...operations].map(([rest, each]) =>
    row([each.map(({ operation }) => operation).join(", "), rest]),
  );
}

function codes(words: readonly string[]): string {
  return words.map(code).join(", ");
}

function code(word: string): string {
  return `\`${word}\``;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
