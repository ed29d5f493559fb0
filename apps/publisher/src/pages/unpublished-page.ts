import { escapeMarkdown } from "@specwright/diff";
import { html, plainText, type SitePage } from "@specwright/site";

/** Writes the first page of an interface without versions: how to publish the first one. */
export function unpublishedPage(
  owner: { readonly name: string; readonly title: string },
  publisherUrl: string,
): SitePage {
  const { name } = owner;
  const title = plainText(owner.title);
  const command = `npx specwright publish openapi.yaml --to ${publisherUrl} --interface ${name}`;
  const main = html`<h1>${title}</h1>
<p>Nothing is published yet. With an access token in <code>SPECWRIGHT_TOKEN</code>, this command publishes the first version:</p>
<pre><code>${command}</code></pre>
`;
  return {
    path: "index.html",
    kind: "overview",
    title,
    description: "Nothing is published yet.",
    main: main.text,
    markdown: `# ${escapeMarkdown(title)}

Nothing is published yet. With an access token in \`SPECWRIGHT_TOKEN\`, this command publishes the first version:

\`\`\`sh
${command}
\`\`\`
`,
    search: [],
  };
}
