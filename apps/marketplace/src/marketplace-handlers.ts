import type { Handlers } from "./caller.ts";
import { createListing } from "./listings/create-listing.ts";
import { getListing, listListings } from "./listings/read-listings.ts";
import { updateListing } from "./listings/update-listing.ts";
import { reportListing } from "./reports/report-listing.ts";
import type { Services } from "./services.ts";
import { logIn } from "./sessions/log-in.ts";
import { logOut } from "./sessions/log-out.ts";
import { getCurrentUser, getUser } from "./users/read-user.ts";
import { registerUser } from "./users/register-user.ts";
import { updateUser } from "./users/update-user.ts";

/** Names the operations that are served. The others answer 501. */
export type ServedOperation =
  | "registerUser"
  | "loginUser"
  | "logoutUser"
  | "getCurrentUser"
  | "getUser"
  | "updateUser"
  | "createListing"
  | "getListing"
  | "listListings"
  | "updateListing"
  | "reportListing";

/** Makes the handlers of the operations that are served. */
export function marketplaceHandlers(services: Services): Pick<Handlers, ServedOperation> {
  return {
    registerUser: registerUser(services),
    loginUser: logIn(services),
    logoutUser: logOut(services),
    getCurrentUser: getCurrentUser(services),
    getUser: getUser(services),
    updateUser: updateUser(services),
    createListing: createListing(services),
    getListing: getListing(services),
    listListings: listListings(services),
    updateListing: updateListing(services),
    reportListing: reportListing(services),
  };
}
