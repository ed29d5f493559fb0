import { isPrivateBranch } from "../interfaces/may-read.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";

/**
 * Reports whether there is mail about an interface. There is none about private things: who may read
 * them can change, and a mail that was sent cannot be taken back.
 */
export function maySubscribe(owner: PublishedInterface | undefined): owner is PublishedInterface {
  return owner !== undefined && owner.withdrawnAt === null && !isPrivateBranch(owner, "main");
}
