import type { Channel, MarketChoice } from "./command.ts";
import type { Contract } from "./contracts.ts";
import { CommandError } from "./errors.ts";

/**
 * Returns the markets that a command chooses for a channel, each once, or undefined for all of them.
 *
 * @throws CommandError code 14 if the channel needs a choice, 11 for markets that do not exist or
 * that are named as the channel does not allow.
 */
export function chooseContracts(
  channel: Channel,
  choice: MarketChoice | undefined,
  contracts: readonly Contract[],
): readonly Contract[] | undefined {
  // It has no filters: what a command says of markets is ignored.
  if (channel === "market_lifecycle_v2") return undefined;
  if (choice === undefined) {
    if (channel === "orderbook_delta") throw new CommandError(14);
    return undefined;
  }
  const { by, names } = choice;
  if (by === "id" && channel !== "ticker") throw new CommandError(11);
  const nameOf = (contract: Contract): string => (by === "id" ? contract.id : contract.ticker);
  const unknown = names.filter((name) => !contracts.some((one) => nameOf(one) === name));
  if (unknown.length > 0) throw new CommandError(11, unknown);
  return [...new Set(names)].flatMap((name) => contracts.filter((one) => nameOf(one) === name));
}

/**
 * Checks how many markets a subscription would have.
 *
 * @throws CommandError code 26 if they are too many.
 */
export function limitMarkets(contracts: readonly Contract[] | undefined, limit: number): void {
  if (contracts !== undefined && contracts.length > limit) throw new CommandError(26);
}
