/** The styles of HTML elements in all parts of a page. */
export const elementStyle = `*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--top) + 1.25rem); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--text);
  font: 0.9375rem/1.65 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.3; text-wrap: balance; letter-spacing: -0.011em; }
h1 { font-size: 1.875rem; font-weight: 700; margin: 0 0 0.5rem; letter-spacing: -0.02em; }
h2 { font-size: 1.25rem; font-weight: 650; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1.0625rem; font-weight: 650; margin: 2rem 0 0.5rem; }
p { margin: 0.75rem 0; }
ul, ol { padding-left: 1.375rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
code, pre, kbd { font-family: var(--mono); font-size: 0.875em; }
code { background: var(--shade); border: 1px solid var(--line); border-radius: 4px;
  padding: 0.08em 0.32em; }
a code { color: inherit; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
blockquote { margin: 1rem 0; padding: 0.125rem 1rem; border-left: 3px solid var(--strong-line);
  color: var(--quiet); }
button, input { font: inherit; color: inherit; }
button { min-height: 2rem; padding: 0.125rem 0.75rem; background: var(--paper); cursor: pointer;
  border: 1px solid var(--strong-line); border-radius: 6px; font-size: 0.8125rem; }
button:hover { background: var(--hover); }
summary { cursor: pointer; min-height: 1.75rem; }
[hidden] { display: none !important; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.875rem; }
caption { text-align: left; color: var(--quiet); font-size: 0.8125rem; padding: 0 0 0.375rem; }
.list caption { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; padding: 0;
  overflow: hidden; white-space: nowrap; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: 0.8125rem; }
th, td { overflow-wrap: break-word; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.list td:first-child { min-width: 9rem; }
td > .prose > :first-child { margin-top: 0; }
td > .prose > :last-child { margin-bottom: 0; }
.align-center { text-align: center; }
.align-right { text-align: right; }
.prose { max-width: 46rem; }
.prose table { display: block; overflow-x: auto; }
.prose .heading { font-weight: 650; }
.quiet, .note { color: var(--quiet); }
.lead { font-size: 1.0625rem; color: var(--quiet); }
.eyebrow { margin: 0 0 0.25rem; font-size: 0.8125rem; font-weight: 600; color: var(--accent); }
.mark, .required, .optional { display: inline-block; font-size: 0.75rem; line-height: 1.25rem;
  white-space: nowrap; }
.mark { padding: 0 0.4375rem; border-radius: 4px; background: var(--warn-shade);
  color: var(--warn); font-weight: 600; }
.required { color: var(--bad); font-weight: 600; }
.optional { color: var(--quiet); }
.method { display: inline-block; min-width: 2.75rem; padding: 0 0.4375rem; border-radius: 4px;
  font: 700 0.6875rem/1.375rem var(--mono); text-align: center; letter-spacing: 0.02em;
  color: var(--violet); background: var(--violet-shade); white-space: nowrap; }
.method-get { color: var(--info); background: var(--info-shade); }
.method-post { color: var(--good); background: var(--good-shade); }
.method-put, .method-patch { color: var(--warn); background: var(--warn-shade); }
.method-delete { color: var(--bad); background: var(--bad-shade); }
.facts-table > div { display: grid; grid-template-columns: 9rem 1fr; gap: 0.75rem;
  padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
.facts-table dt { color: var(--quiet); }
.facts-table dd { margin: 0; }
.card { border: 1px solid var(--line); border-radius: 10px; padding: 0.875rem 1.125rem;
  margin: 0.75rem 0; }
.card h3, .card p { margin: 0.125rem 0; }
/* Where a table would break words, each row is a list of its cells. */
main, .intro, .text { container-type: inline-size; }
@container (max-width: 40rem) {
  .list thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; }
  .list, .list tbody, .list tr, .list td { display: block; }
  .list tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  .list td { border: 0; padding: 0.125rem 0; overflow-wrap: anywhere; }
}
@media (max-width: 36rem) {
  .facts-table > div { grid-template-columns: 1fr; gap: 0; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
