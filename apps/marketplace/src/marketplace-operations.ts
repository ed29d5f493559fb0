import {
  createListing,
  operations,
  registerUser,
  resetPassword,
  updateListing,
  updateUser,
} from "@specwright/marketplace-api/server";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { type CustomFieldChecks, customFieldIssues } from "./custom-fields/custom-field-issues.ts";
import { extendBody } from "./extend-body.ts";
import { hiddenTextIssues } from "./hidden-text.ts";
import type { Services } from "./services.ts";
import { standardFields } from "./standard-fields.ts";
import { guessablePasswordIssues } from "./users/guessable-passwords.ts";

const setsPassword: ReadonlySet<string> = new Set([
  registerUser.id,
  resetPassword.id,
  updateUser.id,
]);

/** Returns the operations of the contract, with checks that its schemas cannot express. */
export function marketplaceOperations({
  customFields,
}: Pick<Services, "customFields">): readonly OperationDescriptor[] {
  const { users, listings } = customFields;
  const { registerUser: newUser, createListing: newListing } = standardFields;
  const { updateUser: userChanges, updateListing: listingChanges } = standardFields;
  const checks = new Map<string, CustomFieldChecks>([
    [registerUser.id, { fields: users, standard: newUser, isCreation: true }],
    [updateUser.id, { fields: users, standard: userChanges, isCreation: false }],
    [createListing.id, { fields: listings, standard: newListing, isCreation: true }],
    [updateListing.id, { fields: listings, standard: listingChanges, isCreation: false }],
  ]);
  return operations.map((operation) => {
    const custom = checks.get(operation.id);
    return extendBody(operation, [
      ...(custom === undefined ? [] : [customFieldIssues(custom), hiddenTextIssues]),
      ...(setsPassword.has(operation.id) ? [(body: unknown) => guessablePasswordIssues(body)] : []),
    ]);
  });
}
