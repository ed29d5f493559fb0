import { html, type SitePage } from "@specwright/site";
import type { Addresses } from "../http/addresses.ts";

/** The path of the page about subscribing by webhook. */
export const WEBHOOKS = "webhooks.html";

/** Writes the page about subscribing by webhook. */
export function webhooksPage({ pages, prefix }: Addresses): SitePage {
  const command = `curl -X POST -H 'Authorization: Token ACCESS_TOKEN' -H 'Content-Type: application/json' \\
  -d '{"url": "https://example.com/hook"}' \\
  ${pages()}${prefix}/interfaces/INTERFACE/webhooks`;
  const main = html`<h1>Webhooks</h1>
<p>A webhook receives a POST request for each version of an interface that is published or withdrawn. The JSON body lists the changes and links to the pages of the version. To create a webhook, use an access token with the right <code>admin</code>, or ask the operator.</p>
<pre><code>${command}</code></pre>
<p>The response contains the secret, which is shown only once. It signs the messages as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describe. Verify <code>webhook-signature</code> before you use a message.</p>
<ul>
<li>The webhook receives the versions of the branch in <code>branch</code>, by default <code>main</code>.</li>
<li>Return a 2xx status within 10 seconds. Failed deliveries are retried for three days. After three days without a successful delivery, the webhook is disabled.</li>
<li>A message can arrive twice, with the same <code>webhook-id</code>.</li>
</ul>
`;
  return {
    path: WEBHOOKS,
    kind: "rules",
    title: "Webhooks",
    description: "How programs learn of new versions.",
    main: main.text,
    markdown: `# Webhooks

A webhook receives a POST request for each version of an interface that is published or withdrawn.
The JSON body lists the changes and links to the pages of the version. To create a webhook, use an
access token with the right \`admin\`, or ask the operator.

\`\`\`sh
${command}
\`\`\`

The response contains the secret, which is shown only once. It signs the messages as
[Standard Webhooks](https://www.standardwebhooks.com) describe. Verify \`webhook-signature\` before you
use a message.

- The webhook receives the versions of the branch in \`branch\`, by default \`main\`.
- Return a 2xx status within 10 seconds. Failed deliveries are retried for three days.
  After three days without a successful delivery, the webhook is disabled.
- A message can arrive twice, with the same \`webhook-id\`.
`,
    search: [],
  };
}
