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
<p>A webhook is sent a message for each version of an interface that is published or withdrawn: a POST request with JSON that says how the version changes, with links to its pages. Create one with an access token that may administer the interface, or ask the operator for one.</p>
<pre><code>${command}</code></pre>
<p>The answer has the secret, which is shown once. Messages are signed with it as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describe: check <code>webhook-signature</code> before you use a message.</p>
<ul>
<li>The webhook gets the versions of the branch <code>main</code>, or of the one in <code>branch</code>.</li>
<li>Answer with a 2xx status within 10 seconds. Anything else is tried again for three days; a webhook without a success for three days is disabled.</li>
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

A webhook is sent a message for each version of an interface that is published or withdrawn: a POST
request with JSON that says how the version changes, with links to its pages. Create one with an
access token that may administer the interface, or ask the operator for one.

\`\`\`sh
${command}
\`\`\`

The answer has the secret, which is shown once. Messages are signed with it as
[Standard Webhooks](https://www.standardwebhooks.com) describe: check \`webhook-signature\` before you
use a message.

- The webhook gets the versions of the branch \`main\`, or of the one in \`branch\`.
- Answer with a 2xx status within 10 seconds. Anything else is tried again for three days; a webhook
  without a success for three days is disabled.
- A message can arrive twice, with the same \`webhook-id\`.
`,
    search: [],
  };
}
