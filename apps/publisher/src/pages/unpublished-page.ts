import { escapeMarkdown } from "@specwright/diff";
import { html, plainText, type SitePage } from "@specwright/site";

/** Writes the page of an interface without versions, which shows how to publish. */
export function unpublishedPage(
  owner: { readonly name: string; readonly title: string },
  publisherUrl: string,
): SitePage {
  const { name } = owner;
  const title = plainText(owner.title);
  const command = `npx specwright publish openapi.yaml --to ${publisherUrl} --interface ${name}`;
  const main = html`<h1>${title}</h1>
<p>Nothing is published yet. To publish the first version, put an access token in <code>SPECWRIGHT_TOKEN</code> and run:</p>
<pre><code>${command}</code></pre>
`;
  return {
    path: "index.html",
    kind: "overview",
    title,
    description: "Nothing is published yet.",
    main: main.text,
    markdown: `# ${escapeMarkdown(title)}

Nothing is published yet. To publish the first version, put an access token in \`SPECWRIGHT_TOKEN\` and run:

\`\`\`sh
${command}
\`\`\`
`,
    search: [],
  };
}
