// The style sheet of all pages. It stands in each of them, so that a page is one file; the policy of
// the page admits it by its hash, and no script at all.

import { createHash } from "node:crypto";

/** The style sheet. */
export const pageStyle = `
:root { color-scheme: light dark; --text: #1c1e21; --quiet: #575c63; --line: #d8dbe0;
  --paper: #ffffff; --shade: #f3f4f6; --link: #0b57a4; --bad: #a51d12; --warn: #7a4a00; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --quiet: #a6adb6; --line: #3a3f46;
  --paper: #15171a; --shade: #1f2226; --link: #86bdf7; --bad: #ff9a8f; --warn: #f0bf6a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
body > * { max-width: 48rem; margin: 0 auto; padding: 0.75rem 1.25rem; }
header, footer { color: var(--quiet); font-size: 0.9rem; }
footer { border-top: 1px solid var(--line); margin-top: 2rem; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; }
nav a { display: inline-block; padding: 0.25rem 0; }
nav a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.75rem; }
h2 { font-size: 1.25rem; margin-top: 2.25rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
main > ul { padding: 0; list-style: none; }
main > ul > li { border-top: 1px solid var(--line); padding: 0.25rem 0 0.75rem; }
main > ul > li > ul { color: var(--quiet); font-size: 0.925rem; padding-left: 1.25rem; }
li:target { background: var(--shade); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875em; }
code { background: var(--shade); padding: 0.1em 0.3em; border-radius: 3px; color: var(--text); }
pre { background: var(--shade); padding: 0.75rem; overflow-x: auto; }
pre code { padding: 0; }
.label { font-weight: 600; }
.breaking { color: var(--bad); }
.potentially-breaking, .deprecation { color: var(--warn); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 0; background: var(--paper); }
`;

/** The source that a Content-Security-Policy names to admit the style sheet. */
export const pageStyleSource: string = `'sha256-${createHash("sha256").update(pageStyle).digest("base64")}'`;
