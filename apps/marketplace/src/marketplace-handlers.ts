import { deleteAttachment, updateAttachment } from "./attachments/change-attachment.ts";
import { createAttachment } from "./attachments/create-attachment.ts";
import { getAttachment, getAttachmentFile, getImage } from "./attachments/read-attachment.ts";
import { listAuditEntries } from "./audit/read-audit.ts";
import type { Handlers } from "./caller.ts";
import { requestVerification } from "./email-verification/request-verification.ts";
import { verifyEmail } from "./email-verification/verify-email.ts";
import { createListing } from "./listings/create-listing.ts";
import {
  approveListing,
  deleteListing,
  hideListing,
  rejectListing,
  restoreListing,
  submitListing,
  withdrawListing,
} from "./listings/listing-moves.ts";
import { getListing, listCategories, listListings } from "./listings/read-listings.ts";
import { updateListing } from "./listings/update-listing.ts";
import { requestPassword } from "./password-resets/request-password.ts";
import { resetPassword } from "./password-resets/reset-password.ts";
import { reportListing } from "./reports/report-listing.ts";
import { assignReport, closeReport, listReports } from "./reports/settle-report.ts";
import type { Services } from "./services.ts";
import { logIn } from "./sessions/log-in.ts";
import { logOut } from "./sessions/log-out.ts";
import { listSessions, revokeSession } from "./sessions/own-sessions.ts";
import { deleteUser } from "./users/delete-user.ts";
import { getCurrentUser, getUser } from "./users/read-user.ts";
import { registerUser } from "./users/register-user.ts";
import { suspendUser } from "./users/suspend-user.ts";
import { updateUser } from "./users/update-user.ts";

/** Creates the handlers of all operations. */
export function marketplaceHandlers(services: Services): Handlers {
  return {
    registerUser: registerUser(services),
    loginUser: logIn(services),
    logoutUser: logOut(services),
    listSessions: listSessions(services),
    revokeSession: revokeSession(services),
    requestPassword: requestPassword(services),
    resetPassword: resetPassword(services),
    requestVerification: requestVerification(services),
    verifyEmail: verifyEmail(services),
    getCurrentUser: getCurrentUser(services),
    getUser: getUser(services),
    updateUser: updateUser(services),
    deleteUser: deleteUser(services),
    suspendUser: suspendUser(services),
    createListing: createListing(services),
    getListing: getListing(services),
    listListings: listListings(services),
    listCategories: listCategories(services),
    updateListing: updateListing(services),
    submitListing: submitListing(services),
    withdrawListing: withdrawListing(services),
    hideListing: hideListing(services),
    approveListing: approveListing(services),
    rejectListing: rejectListing(services),
    deleteListing: deleteListing(services),
    restoreListing: restoreListing(services),
    reportListing: reportListing(services),
    listReports: listReports(services),
    assignReport: assignReport(services),
    closeReport: closeReport(services),
    listAuditEntries: listAuditEntries(services),
    createAttachment: createAttachment(services),
    getAttachment: getAttachment(services),
    getAttachmentFile: getAttachmentFile(services),
    getImage: getImage(services),
    updateAttachment: updateAttachment(services),
    deleteAttachment: deleteAttachment(services),
  };
}
