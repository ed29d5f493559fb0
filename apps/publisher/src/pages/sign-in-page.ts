import { html, type SitePage } from "@specwright/site";

/** The path of the page where readers sign in. */
export const SIGN_IN = "sign-in.html";

/** Writes the page where readers sign in with an access token, in a browser. */
export function signInPage(isRefused = false): SitePage {
  const refusal = isRefused
    ? html`<p role="alert"><strong>This is no valid access token.</strong></p>
`
    : "";
  const main = html`<h1>Sign in</h1>
<p>Private interfaces and branches are shown in this browser to whoever has an access token that may read them.</p>
${refusal}<form method="post" action="sign-in.html">
<p><label for="token">Access token</label> <input id="token" name="token" type="password" autocomplete="current-password" required></p>
<p><button type="submit">Sign in</button></p>
</form>
<form method="post" action="sign-in.html">
<p><button type="submit">Sign out</button></p>
</form>
`;
  return {
    path: SIGN_IN,
    kind: "rules",
    title: "Sign in",
    description: "Read private interfaces and branches.",
    main: main.text,
    markdown: `# Sign in

Private interfaces and branches are shown to whoever has an access token that may read them: in a
browser after signing in on this page, to programs with \`Authorization: Token ACCESS_TOKEN\`.
`,
    search: [],
  };
}
