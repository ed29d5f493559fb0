import { isPrivateBranch } from "../interfaces/may-read.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";

/**
 * Reports whether the service may send mail about an interface. It sends no mail about private
 * interfaces and branches: a reader's access can be revoked, but a sent mail cannot.
 */
export function maySubscribe(owner: PublishedInterface | undefined): owner is PublishedInterface {
  return owner !== undefined && owner.withdrawnAt === null && !isPrivateBranch(owner, "main");
}
