// Each text colour has a contrast of at least 4.5:1 on every background.

/** The style sheet of the moderation page, in a light and a dark theme. */
export const pageStyle = `:root { color-scheme: light;
  --text: #1b2130; --quiet: #545d6d; --line: #e3e6ec; --edge: #767f8f;
  --paper: #ffffff; --shade: #f6f7f9; --accent: #3b47d1; --on-accent: #ffffff;
  --good: #0b6b43; --bad: #b3201d; --bad-shade: #fdebea; }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark;
  --text: #e4e8f0; --quiet: #a3adbd; --line: #262d3a; --edge: #748096;
  --paper: #0f131a; --shade: #171c26; --accent: #9dacff; --on-accent: #0f131a;
  --good: #6fd3a3; --bad: #ff9c95; --bad-shade: #3a1917; } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--text); overflow-wrap: anywhere;
  font: 0.9375rem/1.6 "Inter", system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
h1, h2 { line-height: 1.3; margin: 0; text-wrap: balance; }
h1 { font-size: 1.625rem; letter-spacing: -0.02em; }
h2 { font-size: 1.0625rem; }
main > h2 { margin: 1.75rem 0 0.75rem; }
p { margin: 0.5rem 0; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.skip { position: absolute; left: -100vw; top: 0; z-index: 2; padding: 0.5rem 0.75rem;
  background: var(--paper); }
.skip:focus { left: 0.5rem; top: 0.5rem; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem;
  padding: 0.5rem 1.5rem; border-bottom: 1px solid var(--line); }
.top p { margin: 0; }
.brand { font-weight: 700; font-size: 1.0625rem; }
.sections ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0;
  list-style: none; }
.sections a { display: block; padding: 0.375rem 0; color: var(--quiet); font-weight: 500;
  text-decoration: none; }
.sections a:hover { color: var(--text); text-decoration: underline; }
.sections a[aria-current] { color: var(--text); box-shadow: 0 2px 0 var(--accent); }
.account { display: flex; align-items: center; gap: 0.75rem; margin-left: auto; }
.account p { color: var(--quiet); font-size: 0.875rem; }
main { max-width: 56rem; margin: 0 auto; padding: 1.75rem 1.5rem 4rem; }
main:focus { outline: none; }
button, input, textarea { font: inherit; color: inherit; }
button, .button { min-height: 2.25rem; padding: 0.25rem 0.875rem; border: 1px solid var(--edge);
  border-radius: 6px; background: var(--paper); cursor: pointer; font-weight: 500; }
button:hover { background: var(--shade); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.main:hover { text-decoration: underline; }
button.bad { border-color: var(--bad); color: var(--bad); }
button[aria-disabled="true"] { cursor: progress; border-style: dashed; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center;
  margin: 0.875rem 0 0; }
.field { margin: 0 0 0.875rem; }
.field label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
.hint { color: var(--quiet); font-size: 0.875rem; margin: 0 0 0.25rem; }
input, textarea { width: 100%; padding: 0.4rem 0.625rem; border: 1px solid var(--edge);
  border-radius: 6px; background: var(--paper); }
input { min-height: 2.25rem; }
.narrow { max-width: 24rem; }
.find { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; max-width: 32rem;
  margin: 1rem 0; }
.find .field { flex: 1 1 12rem; margin: 0; }
.lead { color: var(--quiet); margin: 0.25rem 0 1.25rem; }
.cards { list-style: none; margin: 0; padding: 0; }
.card { border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem;
  margin: 0 0 1rem; background: var(--paper); }
.card > p:first-of-type { margin-top: 0.125rem; }
.done { border-style: dashed; padding-block: 0.625rem; color: var(--good); }
.done p, .card .failure:first-child { margin: 0; }
.facts { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0.25rem 0;
  color: var(--quiet); font-size: 0.875rem; }
.facts dt, .facts dd { display: inline; margin: 0; }
.facts dt::after { content: ": "; }
.facts dd { color: var(--text); }
.prose { white-space: pre-wrap; margin: 0.625rem 0; max-width: 46rem; }
blockquote { margin: 0.625rem 0; padding: 0.125rem 0.875rem; border-left: 3px solid var(--edge); }
.images { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; margin: 0.75rem 0 0;
  padding: 0; }
.images a { display: block; min-width: 1.5rem; min-height: 1.5rem; border-radius: 6px; }
.images img { display: block; width: 7rem; height: 7rem; object-fit: cover; border-radius: 6px;
  background: var(--shade); border: 1px solid var(--line); }
.images.large img { width: 15rem; height: 15rem; object-fit: contain; }
.tag { display: inline-block; padding: 0 0.5rem; border: 1px solid var(--edge); border-radius: 999px;
  font-size: 0.8125rem; line-height: 1.375rem; color: var(--quiet); }
.failure { border-left: 4px solid var(--bad); border-radius: 4px; background: var(--bad-shade);
  padding: 0.5rem 0.875rem; margin: 0.75rem 0; }
.failure p { margin: 0; }
.failure button { margin: 0.5rem 0 0.125rem; }
.tabs { display: flex; gap: 0.25rem 1.25rem; flex-wrap: wrap; list-style: none; padding: 0;
  margin: 0.5rem 0 1.25rem; }
.tabs a { display: block; padding: 0.25rem 0; }
.tabs a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
dialog { width: min(34rem, calc(100vw - 2rem)); border: 1px solid var(--edge);
  border-radius: 10px; padding: 1.25rem 1.5rem; background: var(--paper); color: var(--text); }
dialog h2 { margin-bottom: 0.875rem; }
dialog::backdrop { background: rgb(0 0 0 / 55%); }
@media (max-width: 40rem) {
  .top { padding-inline: 1rem; }
  .account { width: 100%; margin: 0; justify-content: space-between; }
  main { padding: 1.25rem 1rem 3rem; }
  .card { padding: 0.875rem 1rem; }
  .images img { width: 5.5rem; height: 5.5rem; }
  .images.large img { width: 100%; height: auto; max-height: 70vh; }
  .images.large li { width: 100%; }
}
`;
