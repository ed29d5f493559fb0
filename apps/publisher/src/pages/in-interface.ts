import { interfaceFrame } from "@specwright/site";
import type { HttpServices } from "../http-services.ts";
import { pagePolicy } from "./page-policy.ts";
import { framedInterface, type InterfaceView } from "./read-interface.ts";
import type { ShownPage } from "./shown-page.ts";
import type { StoredContent } from "./stored-page.ts";

/** Shows a page with the frame of its interface. */
export async function inInterface(
  services: HttpServices,
  view: InterfaceView,
  { page, markdown = async () => page.markdown }: StoredContent,
): Promise<ShownPage> {
  const framed = await framedInterface(services, view, {
    version: view.newest,
    path: page.path,
  });
  const frame = interfaceFrame(page, framed, view.navigation);
  const sources = services.consoles?.interfaces.get(view.name)?.connectSources;
  // Only pages with a console may call other servers.
  const headers = frame.console && { "Content-Security-Policy": pagePolicy(sources) };
  const shown = { page, frame, markdown, modifiedAt: view.modifiedAt };
  return headers === undefined ? shown : { ...shown, headers };
}
