import type { SubscriptionRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { present } from "../reading/present.ts";
import { type RuleSite, ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";

/** Reads `x-subscription`. A rule of the root applies to the channels that have all its messages. */
export function readSubscription(
  build: Build,
  site: RuleSite,
  messageIds: ReadonlySet<string>,
): SubscriptionRule | undefined {
  const fields = ruleFields(build, site.place);
  const book = fields.optionalObject("book");
  const rule: SubscriptionRule = present({
    subscribe: fields.text("subscribe"),
    unsubscribe: fields.text("unsubscribe"),
    keysField: fields.text("keysField"),
    keyField: fields.text("keyField"),
    forceSnapshotField: fields.optionalText("forceSnapshotField"),
    snapshot: fields.text("snapshot"),
    diffs: fields.texts("diffs"),
    counterField: fields.text("counterField"),
    book: book && {
      bids: book.text("bids"),
      asks: book.text("asks"),
      price: book.text("price"),
      quantity: book.text("quantity"),
    },
  });
  if (!fields.complete()) return undefined;
  const keys = ["subscribe", "unsubscribe", "snapshot", "diffs"];
  return namesKnownMessages(build, site, messageIds, fields, keys) ? rule : undefined;
}
