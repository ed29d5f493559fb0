// Paths of an interface that are not pages: `llms.txt`, and the form that compares two versions.

import { interfaceLlmsText } from "@specwright/site";
import type { HttpServices } from "../http-services.ts";
import type { PageAnswer } from "./page-answer.ts";
import { consoleSettings, type InterfaceView } from "./read-interface.ts";

/** Serves a path of an interface that is not a page. */
export async function interfaceTexts(
  { storage, consoles }: HttpServices,
  { name, owner, description, newest, versions, modifiedAt }: InterfaceView,
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
): Promise<PageAnswer | undefined> {
  if (path === "llms.txt") {
    const pages = newest === undefined ? [] : await storage.committed.pages.list(newest.id);
    const lists = [
      { path: "changes.html", kind: "changelog", title: "Changes", description: "" },
      { path: "versions.html", kind: "versions", title: "Versions", description: "" },
    ] as const;
    const about = { title: owner.title, description: description ?? "" };
    const text = interfaceLlmsText(about, [...pages, ...lists]);
    const content = { type: "text/plain; charset=utf-8", content: text, modifiedAt };
    return { kind: "content", content };
  }
  // No version is on `main`, and at least one is on a different branch.
  if (path === "index.html" && newest === undefined && versions.length > 0) {
    return { kind: "redirect", to: `/${name}/versions.html`, isTemporary: true };
  }
  if (path === consoleSettings) {
    const settings = consoles?.interfaces.get(name)?.settings;
    const content = { type: "application/json", content: settings ?? "" };
    return settings === undefined ? undefined : { kind: "content", content };
  }
  if (path === "compare") {
    const [base, head] = [query.get("base") ?? "", query.get("head") ?? ""];
    const isPair = [base, head].every((each) => /^[1-9]\d{0,8}$/.test(each));
    const to = isPair ? `compare/${base}...${head}.html` : "versions.html";
    return { kind: "redirect", to: `/${name}/${to}`, isTemporary: true };
  }
  return undefined;
}
