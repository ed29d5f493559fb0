import { isPrivateBranch } from "../interfaces/may-read.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";

/**
 * Reports whether mail about an interface is allowed. Private interfaces and branches send no mail:
 * access can be revoked,
 * but a sent mail cannot.
 */
export function maySubscribe(owner: PublishedInterface | undefined): owner is PublishedInterface {
  return owner !== undefined && owner.withdrawnAt === null && !isPrivateBranch(owner, "main");
}
