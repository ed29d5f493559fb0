import type { IncomingMessage, ServerResponse } from "node:http";
import { framePage } from "@specwright/site";
import { finishPage } from "../delivery/finished-page.ts";
import { sendPage } from "../delivery/send-page.ts";
import { rootPath } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import { pagePolicy } from "./page-policy.ts";
import { endedCookie, readerCookie } from "./reader.ts";
import { SIGN_IN, signInPage } from "./sign-in-page.ts";
import { inSite } from "./site-pages.ts";

/** The maximum size of a submitted form, in bytes. A form contains one token. */
const MAX_BYTES = 4096;

/** Reports whether a request submits the sign-in form. */
export function isSignIn({ method, url = "" }: IncomingMessage): boolean {
  return method === "POST" && url === `/${SIGN_IN}`;
}

/**
 * Signs a reader in with the token in the form. If the form has no token, signs the reader out.
 */
export async function signIn(
  services: HttpServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { addresses, storage } = services;
  const form = new URLSearchParams(await readForm(request));
  const path = rootPath(addresses);
  const isSecure = addresses.pages().startsWith("https:");
  const token = form.get("token") ?? "";
  const cookie =
    token === ""
      ? endedCookie(path)
      : await readerCookie(storage.committed.tokens, token, { path, isSecure });
  if (cookie !== undefined) {
    const headers = { Location: `${path}/`, "Set-Cookie": cookie, "Cache-Control": "no-store" };
    response.writeHead(303, headers).end();
    return;
  }
  const { page, frame } = inSite(services, signInPage(true));
  const refusal = finishPage({
    ...{ status: 403, type: "text/html; charset=utf-8", content: framePage(page, frame) },
    ...{ caching: "no-store", headers: { "Content-Security-Policy": pagePolicy() } },
  });
  sendPage(request, response, refusal);
}

/** Reads a small form. Returns an empty text for a larger body. */
async function readForm(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += `${chunk}`;
    if (text.length > MAX_BYTES) return "token=too-long";
  }
  return text;
}
