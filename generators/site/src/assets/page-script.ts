// The script of all pages: search, theme, copy buttons, "Expand all", and the language of samples. Without
// the script, pages still show all content.

import { suggestText } from "./suggest-script.ts";

/** The JavaScript text of the script. */
export const pageScriptText: string = `(() => {
  "use strict";
  const root = document.documentElement;
  const keep = (name, value) => {
    try { localStorage.setItem("site-" + name, value); } catch {}
  };
  const kept = (name) => {
    try { return localStorage.getItem("site-" + name); } catch { return null; }
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const setTheme = (theme) => {
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  };
  setTheme(kept("theme"));
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";

  const switchTheme = (button) => {
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.hidden = false;
    show();
    dark.addEventListener("change", show);
    button.addEventListener("click", () => {
      setTheme(isDark() ? "light" : "dark");
      keep("theme", root.dataset.theme);
      show();
    });
  };

  const copyIcon = '<svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor"'
    + ' stroke-width="1.5" aria-hidden="true"><rect x="6.5" y="6.5" width="8" height="8" rx="1.5"/>'
    + '<path d="M11.5 4V3.5h-8v8H4"/></svg>';
  const addCopyButton = (block) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.setAttribute("aria-label", "Copy");
    button.title = "Copy";
    button.innerHTML = copyIcon;
    const done = document.createElement("span");
    done.className = "copied";
    done.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.querySelector("pre").textContent);
        done.textContent = "Copied";
      } catch {
        done.textContent = "Not copied";
      }
      setTimeout(() => { done.textContent = ""; }, 2000);
    });
    block.append(button, done);
  };

  const expandAll = (button) => {
    const details = [...document.querySelectorAll("main details.nested")];
    if (details.length === 0) return;
    button.hidden = false;
    const show = () => {
      button.textContent = details.every(({ open }) => open) ? "Collapse all" : "Expand all";
    };
    button.addEventListener("click", () => {
      const open = details.some((each) => !each.open);
      for (const each of details) each.open = open;
      show();
    });
    document.addEventListener("toggle", show, true);
    show();
  };

  const openTarget = () => {
    let element = null;
    try { element = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch {}
    if (element === null) return;
    for (let each = element; each !== null; each = each.parentElement) {
      if (each.localName === "details") each.open = true;
    }
    element.scrollIntoView();
  };

  const chooseLanguage = (tabs) => {
    const choices = [...tabs.querySelectorAll("input")];
    const choice = choices.find(({ value }) => value === kept("language"));
    if (choice !== undefined) choice.checked = true;
    tabs.addEventListener("change", ({ target }) => keep("language", target.value));
  };

${suggestText}
  addEventListener("DOMContentLoaded", () => {
    for (const each of document.querySelectorAll(".top form.search")) suggest(each);
    for (const each of document.querySelectorAll("[data-theme-switch]")) switchTheme(each);
    for (const each of document.querySelectorAll(".code")) addCopyButton(each);
    for (const each of document.querySelectorAll("[data-expand-all]")) expandAll(each);
    for (const each of document.querySelectorAll("[data-languages]")) chooseLanguage(each);
    openTarget();
  });
  addEventListener("hashchange", openTarget);
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const search = document.getElementById("search-query");
    if (search === null) return;
    event.preventDefault();
    search.focus();
  });
})();
`;
