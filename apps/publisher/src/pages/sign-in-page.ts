import { html, type SitePage } from "@specwright/site";

/** The path of the page where readers sign in. */
export const SIGN_IN = "sign-in.html";

/** Writes the page where readers sign in with an access token. */
export function signInPage(isRefused = false): SitePage {
  const refusal = isRefused
    ? html`<p role="alert"><strong>This access token is not valid.</strong></p>
`
    : "";
  const main = html`<h1>Sign in</h1>
<p>Sign in with an access token to read private interfaces and branches in this browser.</p>
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

Private interfaces and branches require an access token. In a browser, sign in on this page; programs
send \`Authorization: Token ACCESS_TOKEN\`.
`,
    search: [],
  };
}
