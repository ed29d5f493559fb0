// The part of the console that every page loads. It loads the other files when a reader opens the console.

import type { ConsoleSettings } from "./console-settings.ts";

/** The module that renders the console. */
interface ConsoleModule {
  openConsole(place: HTMLElement, box: HTMLElement, settings: ConsoleSettings): Promise<void>;
}

const script = document.querySelector<HTMLElement>("script[data-console-settings]");
const settingsUrl = script?.dataset["consoleSettings"];

if (settingsUrl !== undefined) {
  for (const place of document.querySelectorAll<HTMLElement>("[data-console]")) {
    addConsole(place, new URL(settingsUrl, document.baseURI));
  }
}

function addConsole(place: HTMLElement, url: URL): void {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Try it";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const box = document.createElement("div");
  details.append(summary, status, box);
  details.addEventListener("toggle", () => {
    if (!details.open || box.hasChildNodes() || status.textContent !== "") return;
    status.textContent = "Loading the console …";
    loadModule(place, box, url).then(
      () => {
        status.textContent = "";
      },
      (error: unknown) => {
        box.replaceChildren();
        const reason = error instanceof Error ? error.message : String(error);
        status.textContent = `The console could not be loaded: ${reason}. Reload the page to try again.`;
      },
    );
  });
  place.append(details);
  place.hidden = false;
}

async function loadModule(place: HTMLElement, box: HTMLElement, url: URL): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`its settings failed with status ${answer.status}`);
  const read = (await answer.json()) as ConsoleSettings;
  const absolute = (address: string): string => new URL(address, url).href;
  const settings: ConsoleSettings = {
    module: absolute(read.module),
    style: absolute(read.style),
    server: absolute(read.server),
    ...(read.sdk !== undefined && { sdk: absolute(read.sdk) }),
    ...(read.tickets !== undefined && { tickets: absolute(read.tickets) }),
  };
  const [module] = await Promise.all([
    import(settings.module) as Promise<ConsoleModule>,
    loadStyle(settings.style),
  ]);
  await module.openConsole(place, box, settings);
}

function loadStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error("its style sheet failed to load")));
    document.head.append(link);
  });
}
