// The environment variables for mail, which all services have.

import { textThat, type Variable } from "../operator/environment/variable-reader.ts";
import { readMailSender } from "./mail-sender.ts";
import { isSmtpUrl } from "./smtp-transport.ts";

/** Reads the sender of mail. */
export function mailSenderVariable(name: string): Variable<string> {
  const want = "one mail address, or a name with one in angle brackets";
  return textThat(name, want, (text) => readMailSender(text, "Sender") !== undefined);
}

/** Reads the URL of an SMTP server. The URL may contain a password. */
export function smtpUrlVariable(name: string): Variable<string> {
  return { ...textThat(name, "an smtp:// or smtps:// URL with a host", isSmtpUrl), isSecret: true };
}
