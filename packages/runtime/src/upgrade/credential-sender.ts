import type { CredentialSender } from "../codegen/channel-security.ts";
import { applyCredentials } from "./apply-credentials.ts";
import { chooseSchemes } from "./choose-schemes.ts";

/** Sends the credentials of security schemes. Generated descriptors refer to it. */
export const credentialSender: CredentialSender = {
  check: chooseSchemes,
  apply: applyCredentials,
};
