// The pages about subscribing by mail.

import { html, type SitePage } from "@specwright/site";
import { UNCONFIRMED_DAYS } from "../mail/expire-subscribers.ts";
import { CONFIRM, SUBSCRIBE, UNSUBSCRIBE } from "../mail/subscription-links.ts";

/**
 * Writes the subscription page of an interface. `fault` is the message about an invalid address.
 */
export function subscribePage(title: string, fault?: string): SitePage {
  const alert = fault === undefined ? "" : html`<p role="alert"><strong>${fault}</strong></p>\n`;
  const main = html`<h1>Subscribe by mail</h1>
<p>Get a mail with the changes of each version of ${title} that is published or withdrawn. Every mail has a link to unsubscribe.</p>
${alert}<form method="post" action="subscribe.html">
<p><label for="address">Mail address</label> <input id="address" name="address" type="email" autocomplete="email" required></p>
<p><button type="submit">Subscribe</button></p>
</form>
<p>The address is used only for these mails, and deleted when you unsubscribe.</p>
`;
  return {
    ...unlistedPage(SUBSCRIBE, "Subscribe by mail", main.text),
    kind: "rules",
    markdown: `# Subscribe by mail

Enter a mail address on this page to get a mail for each version of ${title} that is published or
withdrawn.
`,
  };
}

/**
 * Writes the page that follows the subscription form. It does not show whether the address was
 * already subscribed.
 */
export function requestedPage(title: string): SitePage {
  const main = html`<h1>Check your mailbox</h1>
<p>Unless the address is already subscribed to ${title}, it gets a mail with a link. Open the link within ${UNCONFIRMED_DAYS} days to confirm the subscription.</p>
<p>No mail? Check your spam folder. An address gets at most one such mail per hour.</p>
<p><a href="changes.html">Back to the changelog</a></p>
`;
  return unlistedPage(SUBSCRIBE, "Check your mailbox", main.text);
}

/**
 * Writes the page that the confirmation link opens. Mail scanners open links too, so opening the
 * link does not confirm. The reader confirms by the form on the page.
 */
export function confirmPage(about: string, token: string): SitePage {
  const main = html`<h1>Confirm your subscription</h1>
<p>Get a mail for each version of ${about} that is published or withdrawn.</p>
<form method="post" action="confirm.html">
<p><input name="token" type="hidden" value="${token}"><button type="submit">Confirm</button></p>
</form>
`;
  return unlistedPage(CONFIRM, "Confirm your subscription", main.text);
}

export function confirmedPage(about: string): SitePage {
  const main = html`<h1>You are subscribed</h1>
<p>You get a mail for each version of ${about} that is published or withdrawn. Every mail has a link to unsubscribe.</p>
`;
  return unlistedPage(CONFIRM, "You are subscribed", main.text);
}

/**
 * Writes the page that the link to unsubscribe opens. Mail scanners open links too, so opening the
 * link does not unsubscribe. The reader unsubscribes by the form on the page.
 */
export function unsubscribePage(about: string, token: string): SitePage {
  const main = html`<h1>Unsubscribe</h1>
<p>Stop all mail about ${about} and delete the address.</p>
<form method="post" action="unsubscribe.html">
<p><input name="token" type="hidden" value="${token}"><button type="submit">Unsubscribe</button></p>
</form>
`;
  return unlistedPage(UNSUBSCRIBE, "Unsubscribe", main.text);
}

export function unsubscribedPage(): SitePage {
  const main = html`<h1>You are unsubscribed</h1>
<p>The subscription has ended, and its address is deleted.</p>
`;
  return unlistedPage(UNSUBSCRIBE, "You are unsubscribed", main.text);
}

/** Writes a page with an error and how to fix it. */
export function refusalPage(path: string, title: string, what: string): SitePage {
  return unlistedPage(path, title, html`<h1>${title}</h1>\n<p>${what}</p>\n`.text);
}

/** Returns a page that search engines do not list. */
function unlistedPage(path: string, title: string, main: string): SitePage {
  return { path, kind: "missing", title, description: "", main, markdown: "", search: [] };
}
