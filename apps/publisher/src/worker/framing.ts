import type { Contract } from "@specwright/contract";
import type { Change } from "@specwright/diff";
import { operationTags } from "@specwright/diff/changelog";
import { referenceIndex, referenceNavigation } from "@specwright/site";
import type { Framing } from "../storage/framing.ts";

/** Returns what the pages of a version need beside their content, as JSON. */
export function framingOf(
  contract: Contract,
  before: Contract | undefined,
  changes: readonly Change[],
): string {
  const contracts = before === undefined ? [contract] : [before, contract];
  const framing: Framing = {
    navigation: referenceNavigation(contract),
    operationTags: operationTags(contracts, changes),
    reference: [...referenceIndex(contract)],
  };
  return JSON.stringify(framing);
}
