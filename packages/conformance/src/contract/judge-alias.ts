import type { ClauseLedger } from "./clause-ledger.ts";
import type { ObservedTopic } from "./observed-topic.ts";

/**
 * Judges the name that the server has given to a subscription. Returns false if a different subscription
 * already has this name.
 */
export function judgeAlias(
  ledger: ClauseLedger,
  observed: ObservedTopic,
  topics: readonly ObservedTopic[],
): boolean {
  const { alias } = observed.topic;
  if (alias === undefined) {
    ledger.fail("x-subscription.alias", `${observed.name} has no alias`);
    return true;
  }
  const others = topics.filter(
    (other) => other !== observed && other.status !== "left" && other.topic.alias === alias,
  );
  if (others.length === 0) {
    ledger.pass("x-subscription.alias");
    return true;
  }
  const names = [observed, ...others].map(({ name }) => name).join(" and ");
  ledger.fail("x-subscription.alias", `${names} both have the alias ${alias}`);
  return false;
}
