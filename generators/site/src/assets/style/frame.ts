/** The styles of the frame around the content of a page. */
export const frameStyle = `.skip { position: absolute; left: -100vw; top: 0; z-index: 30; }
.skip:focus { left: 0.5rem; top: 0.5rem; padding: 0.5rem 0.75rem; background: var(--paper); }
.top { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; gap: 1.25rem;
  min-height: var(--top); padding: 0.375rem 1.5rem; background: var(--paper);
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
.top p { margin: 0; }
.brand { font-weight: 700; font-size: 1.0625rem; letter-spacing: -0.015em; }
.brand a { color: var(--text); text-decoration: none; display: inline-block; padding: 0.25rem 0; }
.logo { flex: none; margin-right: -0.5rem; line-height: 0; border-radius: 4px; }
.logo img { display: block; height: 2rem; max-width: 9rem; object-fit: contain; }
.logo .in-dark, :root[data-theme="dark"] .logo .in-light { display: none; }
:root[data-theme="dark"] .logo .in-dark { display: block; }
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) .logo .in-light { display: none; }
  :root:not([data-theme="light"]) .logo .in-dark { display: block; }
}
.menu-button, .close-menu { display: none; }
.version { position: relative; font-size: 0.8125rem; color: var(--quiet); }
.version summary { display: flex; align-items: center; gap: 0.5rem; list-style: none;
  padding: 0.125rem 0.625rem; border: 1px solid var(--line); border-radius: 999px; }
.version summary::-webkit-details-marker { display: none; }
.version summary::after { content: "▾" / ""; }
.version summary:hover { background: var(--hover); }
.version-text { font-weight: 600; color: var(--text); }
.version .status { color: var(--good); font-weight: 600; }
body:has(.banner) .version .status { color: var(--warn); }
.version .status, .version time, .sections a, .theme { white-space: nowrap; }
.version ul { position: absolute; top: 100%; left: 0; min-width: 14rem; margin: 0.375rem 0;
  padding: 0.375rem; list-style: none; background: var(--paper); max-height: 60vh; overflow: auto;
  border: 1px solid var(--strong-line); border-radius: 10px;
  box-shadow: 0 8px 24px rgb(0 0 0 / 16%); }
.version li a { display: block; padding: 0.25rem 0.625rem; border-radius: 6px; color: var(--text);
  text-decoration: none; }
.version li a:hover { background: var(--hover); }
.version li a[aria-current="page"] { font-weight: 600; color: var(--accent); }
.version .note { display: block; margin-top: -0.25rem; padding: 0 0.625rem 0.25rem;
  font-size: 0.75rem; }
.sections ul, .bottom ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0;
  list-style: none; }
.sections a { display: block; padding: 0.25rem 0; color: var(--quiet); text-decoration: none;
  font-size: 0.875rem; font-weight: 500; }
.sections a:hover, .sections a[aria-current="page"] { color: var(--text); }
.sections a[aria-current="page"] { box-shadow: 0 2px 0 var(--accent); }
.search { display: flex; flex: 0 1 18rem; min-width: 8rem; margin-left: auto;
  position: relative; }
.search label { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
  overflow: hidden; }
.search input { width: 100%; min-width: 0; min-height: 2.125rem; padding: 0 0.75rem;
  font-size: 0.875rem; background: var(--shade); border: 1px solid var(--line);
  border-radius: 8px; }
.search input::placeholder { color: var(--quiet); opacity: 1; }
.search button { position: absolute; clip-path: inset(50%); width: 1px; min-height: 1px;
  padding: 0; overflow: hidden; }
.search button:focus { position: static; clip-path: none; width: auto; padding: 0 0.75rem; }
.suggestions { position: absolute; top: calc(100% + 0.375rem); right: 0; z-index: 30;
  width: max(100%, min(26rem, 100vw - 2rem)); max-height: 70vh; overflow-y: auto; margin: 0;
  padding: 0.375rem; list-style: none; background: var(--paper); border-radius: 10px;
  border: 1px solid var(--strong-line); box-shadow: 0 8px 24px rgb(0 0 0 / 16%); }
.suggestions li { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0 0.5rem;
  padding: 0.375rem 0.625rem; border-radius: 6px; cursor: pointer; font-size: 0.875rem; }
.suggestions li:hover { background: var(--hover); }
.suggestions [aria-selected="true"] { background: var(--accent-shade);
  outline: 2px solid var(--accent); outline-offset: -2px; }
.suggestions .kind { color: var(--quiet); font-size: 0.8125rem; font-weight: 600; }
.suggestions .where { grid-column: 2; color: var(--quiet); font-size: 0.8125rem; }
.suggestions .where:empty { display: none; }
.suggestions-status { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
  overflow: hidden; white-space: nowrap; }
.theme { border-color: transparent; background: transparent; color: var(--quiet); }
.layout { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); max-width: 96rem;
  margin: 0 auto; }
.layout:not(:has(> .side)) { grid-template-columns: minmax(0, 1fr); max-width: 72rem; }
.side { position: sticky; top: var(--top); align-self: start; height: calc(100vh - var(--top));
  overflow-y: auto; padding: 1rem 0.75rem 2rem 1.5rem; border-right: 1px solid var(--line);
  font-size: 0.84375rem; line-height: 1.4; scrollbar-width: thin; }
.side ul { list-style: none; margin: 0 0 1rem; padding: 0; }
.side .group { margin: 1rem 0 0.25rem; padding: 0 0.625rem; font-weight: 650;
  font-size: 0.8125rem; }
.side .group a { color: var(--text); text-decoration: none; display: block;
  padding: 0.1875rem 0; }
.side .group.closed { margin: 0; }
.side .group.closed a { font-weight: 500; }
.side li a { display: flex; gap: 0.5rem; align-items: baseline; padding: 0.3125rem 0.625rem;
  border-radius: 6px; color: var(--quiet); text-decoration: none; }
.side li a:hover, .side .group a:hover { color: var(--text); background: var(--hover);
  border-radius: 6px; }
.side a[aria-current="page"] { background: var(--accent-shade); color: var(--accent);
  font-weight: 600; }
.side li .method { order: 2; flex: none; margin-left: auto; min-width: 0; padding: 0 0.3125rem;
  font-size: 0.59375rem; line-height: 1.125rem; }
.content { padding: 2rem 2.5rem 3rem; min-width: 0; }
.banner { margin: 0 0 1.5rem; padding: 0.625rem 1rem; border-radius: 8px;
  background: var(--warn-shade); color: var(--warn); font-weight: 500; }
.banner a { color: inherit; }
h1:has(+ :is(.downloads, .subscribe)) { float: left; max-width: 60%; }
:is(.downloads, .subscribe) + * { clear: both; }
.downloads { float: right; max-width: 36%; margin: 0.75rem 0 0.5rem 1rem; font-size: 0.875rem;
  overflow-wrap: anywhere; }
.downloads ul { margin: 0.25rem 0; padding-left: 1.25rem; }
.bottom { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line);
  font-size: 0.8125rem; }
.bottom a { color: var(--quiet); display: inline-block; padding: 0.25rem 0; }
/* Where the header is one line, the search gives way first, then a long title, then the version. */
@media (width > 60rem) {
  .search { flex-shrink: 1e9; }
  .sections { flex-shrink: 0; }
  .sections ul { flex-wrap: nowrap; }
  .brand { min-width: 5rem; flex-shrink: 1e5; }
  .brand a { display: block; }
  .version { min-width: 6rem; }
  .brand a, .version summary > span { overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap; }
}
/* The page of all versions has the date too. */
@media (36rem < width <= 76rem) {
  .top, .sections ul { column-gap: 1rem; }
  .version time { display: none; }
}
@media (max-width: 60rem) {
  .top { flex-wrap: wrap; gap: 0.375rem 0.875rem; padding: 0.5rem 1rem; position: static; }
  html { scroll-padding-top: 1rem; }
  .layout { grid-template-columns: minmax(0, 1fr); }
  .side { display: none; }
  .side:target { display: block; position: fixed; inset: 0; z-index: 25; height: auto;
    background: var(--paper); padding: 1rem 1.5rem; }
  .menu-button, .close-menu { display: inline-block; padding: 0.25rem 0.625rem; font-weight: 600;
    border: 1px solid var(--strong-line); border-radius: 6px; color: var(--text);
    text-decoration: none; font-size: 0.8125rem; }
  .close-menu { margin-bottom: 0.75rem; }
  .content { padding: 1.25rem 1rem 2rem; }
  .theme { margin-left: auto; padding-right: 0; }
  .brand { flex: 1 1 6rem; }
  .version { order: 1; max-width: 100%; }
  .version summary { flex-wrap: wrap; row-gap: 0; }
  .search { order: 2; flex: 1 1 9rem; }
  .sections { order: 4; width: 100%; }
  .sections ul { column-gap: 0.875rem; }
  .downloads { float: none; max-width: none; margin: 0 0 0.5rem; }
  h1:has(+ .downloads) { float: none; max-width: none; }
  h1 { font-size: 1.5rem; }
}
@media (36rem < width <= 60rem) { .theme { order: 3; margin-left: 0; } }
@media print { .top, .side, .bottom, .tools, .samples .copy { display: none; } }
`;
