// The pages about subscribing by mail.

import { html, type SitePage } from "@specwright/site";
import { UNCONFIRMED_DAYS } from "../mail/expire-subscribers.ts";
import { CONFIRM, SUBSCRIBE, UNSUBSCRIBE } from "../mail/subscription-links.ts";

/** Writes the page of an interface where an address is entered; `fault` says what is wrong with one. */
export function subscribePage(title: string, fault?: string): SitePage {
  const alert = fault === undefined ? "" : html`<p role="alert"><strong>${fault}</strong></p>\n`;
  const main = html`<h1>Subscribe by mail</h1>
<p>Get a mail for each version of ${title} that is published or withdrawn, with its changes. Every mail has a link that ends the subscription.</p>
${alert}<form method="post" action="subscribe.html">
<p><label for="address">Mail address</label> <input id="address" name="address" type="email" autocomplete="email" required></p>
<p><button type="submit">Subscribe</button></p>
</form>
<p>The address is used for these mails alone, and deleted when you unsubscribe.</p>
`;
  return {
    ...page(SUBSCRIBE, "Subscribe by mail", main.text),
    kind: "rules",
    markdown: `# Subscribe by mail

Enter a mail address on this page to get a mail for each version of ${title} that is published or
withdrawn.
`,
  };
}

/** Writes the answer to an address, which is the same whether it is subscribed or not. */
export function requestedPage(title: string): SitePage {
  const main = html`<h1>Look into your mailbox</h1>
<p>If the address does not get the changes of ${title} yet, a mail with a link is on its way to it. Open the link within ${UNCONFIRMED_DAYS} days, and confirm the subscription there.</p>
<p>No mail? Look into the folder for spam. The same address is sent one such mail an hour at most.</p>
<p><a href="changes.html">Back to the changelog</a></p>
`;
  return page(SUBSCRIBE, "Look into your mailbox", main.text);
}

/** Writes the page that a link to confirm a subscription leads to. Mail scanners open it, too. */
export function confirmPage(about: string, token: string): SitePage {
  const main = html`<h1>Confirm your subscription</h1>
<p>Get a mail for each version of ${about} that is published or withdrawn.</p>
<form method="post" action="confirm.html">
<p><input name="token" type="hidden" value="${token}"><button type="submit">Confirm</button></p>
</form>
`;
  return page(CONFIRM, "Confirm your subscription", main.text);
}

/** Writes the page about a subscription that is confirmed. */
export function confirmedPage(about: string): SitePage {
  const main = html`<h1>You are subscribed</h1>
<p>You get a mail for each version of ${about} that is published or withdrawn. Every mail has a link that ends the subscription.</p>
`;
  return page(CONFIRM, "You are subscribed", main.text);
}

/** Writes the page that a link to end a subscription leads to. Mail scanners open it, too. */
export function unsubscribePage(about: string, token: string): SitePage {
  const main = html`<h1>Unsubscribe</h1>
<p>Get no more mail about ${about}. The address is deleted.</p>
<form method="post" action="unsubscribe.html">
<p><input name="token" type="hidden" value="${token}"><button type="submit">Unsubscribe</button></p>
</form>
`;
  return page(UNSUBSCRIBE, "Unsubscribe", main.text);
}

/** Writes the page about a subscription that has ended. */
export function unsubscribedPage(): SitePage {
  const main = html`<h1>You are unsubscribed</h1>
<p>The subscription has ended, and its address is deleted.</p>
`;
  return page(UNSUBSCRIBE, "You are unsubscribed", main.text);
}

/** Writes a page that says why something is not possible, and what to do instead. */
export function refusalPage(path: string, title: string, what: string): SitePage {
  return page(path, title, html`<h1>${title}</h1>\n<p>${what}</p>\n`.text);
}

/** Returns a page of its own, which no search engine is to show. */
function page(path: string, title: string, main: string): SitePage {
  return { path, kind: "missing", title, description: "", main, markdown: "", search: [] };
}
