// The code that only feeds with credentials need. `loadSigning` imports this module before the first
// signature, so that a page which only reads public topics does not load it.

export { signByRule } from "../../../signing/rule/sign-by-rule.ts";
export { fetchTicket } from "./fetch-ticket.ts";
export { sharedNonces } from "./shared-nonces.ts";
