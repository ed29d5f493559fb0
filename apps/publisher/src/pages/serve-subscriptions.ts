// Serves the forms and links of mail subscriptions. A GET request changes nothing, because mail
// scanners open all links.

import { isMailAddress } from "@specwright/service/mail";
import { framePage, type SitePage } from "@specwright/site";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FinishedPage, finishPage } from "../delivery/finished-page.ts";
import type { HttpServices } from "../http-services.ts";
import { UNCONFIRMED_MS } from "../mail/expire-subscribers.ts";
import { maySubscribe } from "../mail/may-subscribe.ts";
import { requestSubscription } from "../mail/request-subscription.ts";
import { CONFIRM, SUBSCRIBE, UNSUBSCRIBE } from "../mail/subscription-links.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";
import type { Subscriber } from "../storage/subscriber-repository.ts";
import { tokenParts } from "../tokens/token-text.ts";
import { inInterface } from "./in-interface.ts";
import { pagePolicy } from "./page-policy.ts";
import { readInterface } from "./read-interface.ts";
import type { ShownPage } from "./shown-page.ts";
import { inSite } from "./site-pages.ts";
import {
  confirmedPage,
  confirmPage,
  refusalPage,
  requestedPage,
  subscribePage,
  unsubscribedPage,
  unsubscribePage,
} from "./subscription-pages.ts";

/** The maximum size of a submitted form, in bytes. A form contains one address. */
const MAX_BYTES = 4096;

/** Reports whether a URL is a link from a mail. */
export function isSubscriptionLink(url: string): boolean {
  const [path] = url.split("?", 1);
  return path === `/${CONFIRM}` || path === `/${UNSUBSCRIBE}`;
}

/** Serves the addresses of subscriptions. */
export function serveSubscriptions(app: FastifyInstance, services: HttpServices): void {
  const { storage, clock, logger } = services;

  /** Returns the subscriber who belongs to the token in the link or in the form. */
  async function subscriberOf({ url, body }: FastifyRequest): Promise<Found | undefined> {
    const { searchParams } = new URL(url, "http://localhost");
    const token = searchParams.get("token") ?? readForm(body).get("token") ?? "";
    const hash = tokenParts(token)?.hash;
    if (hash === undefined) return undefined;
    const subscriber = await storage.committed.subscribers.byToken(hash);
    if (subscriber === undefined || isExpired(subscriber, clock.now())) return undefined;
    const owner = await storage.committed.interfaces.byName(subscriber.interface);
    return { token, subscriber, owner };
  }

  const send = (reply: FastifyReply, page: SitePage, status = 200): FastifyReply =>
    sendShown(reply, inSite(services, page), status);

  const sendExpired = (reply: FastifyReply, status: number): FastifyReply =>
    send(
      reply,
      refusalPage(
        CONFIRM,
        "This link no longer works",
        "The subscription has ended, or was not confirmed in time. Subscribe again on the changelog page.",
      ),
      status,
    );

  app.get(`/${CONFIRM}`, async (request, reply) => {
    const found = await subscriberOf(request);
    if (found === undefined) return sendExpired(reply, 404);
    const about = interfaceTitle(found.owner);
    const isConfirmed = found.subscriber.confirmedAt !== null;
    return send(reply, isConfirmed ? confirmedPage(about) : confirmPage(about, found.token));
  });

  app.post(`/${CONFIRM}`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const found = await subscriberOf(request);
    if (found === undefined) return sendExpired(reply, 404);
    const { id } = found.subscriber;
    await storage.transaction(({ subscribers }) => subscribers.confirm(id, clock.now()));
    logger.info({ subscriberId: id }, "subscriber confirmed");
    return send(reply, confirmedPage(interfaceTitle(found.owner)));
  });

  app.get(`/${UNSUBSCRIBE}`, async (request, reply) => {
    const found = await subscriberOf(request);
    if (found === undefined) return send(reply, unsubscribedPage());
    return send(reply, unsubscribePage(interfaceTitle(found.owner), found.token));
  });

  // Mail programs send `List-Unsubscribe=One-Click` to the link (RFC 8058), in one of two
  // encodings. Browsers send the form of the page. The token alone determines the action, so the
  // body is not read.
  app.post(`/${UNSUBSCRIBE}`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const found = await subscriberOf(request);
    if (found !== undefined) {
      const { id } = found.subscriber;
      await storage.transaction(({ subscribers }) => subscribers.end(id));
      logger.info({ subscriberId: id }, "subscriber unsubscribed");
    }
    return send(reply, unsubscribedPage());
  });

  app.post<{ Params: { readonly name: string } }>(
    `/:name/${SUBSCRIBE}`,
    { bodyLimit: MAX_BYTES },
    async (request, reply) => {
      const { name } = request.params;
      if (services.mail === undefined) return send(reply, noMailPage(), 404);
      // A different site must not submit the form (CSRF).
      if (request.headers["sec-fetch-site"] === "cross-site") {
        return send(reply, elsewherePage(), 403);
      }
      const owner = await storage.committed.interfaces.byName(name);
      const view = maySubscribe(owner) && (await readInterface(services, name, "none"));
      if (!view) return send(reply, noSubscriptionPage(), 404);
      const sendOwn = async (page: SitePage, status: number): Promise<FastifyReply> =>
        sendShown(reply, await inInterface(services, view, { page }), status);

      const address = readAddress(request.body);
      const { title } = view.owner;
      if (address === undefined) {
        return await sendOwn(subscribePage(title, "This is not a valid mail address."), 400);
      }
      const order = { interface: name, address, ip: request.ip };
      const allowance = await requestSubscription(services, order);
      if (allowance.kind !== "refused") return await sendOwn(requestedPage(title), 200);
      reply.header("retry-after", `${allowance.retryAfterSec}`);
      return await sendOwn(tooManyPage(), 429);
    },
  );
}

/** The subscriber whom a link belongs to. */
interface Found {
  readonly token: string;
  readonly subscriber: Subscriber;
  readonly owner: PublishedInterface | undefined;
}

function isExpired({ confirmedAt, createdAt }: Subscriber, now: number): boolean {
  return confirmedAt === null && createdAt + UNCONFIRMED_MS <= now;
}

/** Returns the title of an interface; a generic name if it is no longer public. */
function interfaceTitle(owner: PublishedInterface | undefined): string {
  return maySubscribe(owner) ? owner.title : "an interface";
}

/** Reads the address of a form; undefined if it is not a valid mail address. */
function readAddress(body: unknown): string | undefined {
  const address = readForm(body).get("address")?.trim() ?? "";
  return address.length <= 254 && isMailAddress(address) ? address : undefined;
}

function readForm(body: unknown): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : "");
}

function noMailPage(): SitePage {
  const what = "This service does not send mail. Subscribe to a feed or by webhook instead.";
  return refusalPage(SUBSCRIBE, "No subscriptions by mail", what);
}

function elsewherePage(): SitePage {
  const what = "Open the changelog page and enter the address there.";
  return refusalPage(SUBSCRIBE, "The form was sent from another site", what);
}

function noSubscriptionPage(): SitePage {
  const what = "The interface does not exist, or does not send mail.";
  return refusalPage(SUBSCRIBE, "Not found", what);
}

function tooManyPage(): SitePage {
  const what = "Too many addresses were entered. Try again in an hour.";
  return refusalPage(SUBSCRIBE, "Too many requests", what);
}

function sendShown(
  reply: FastifyReply,
  { page, frame }: Pick<ShownPage, "page" | "frame">,
  status: number,
): FastifyReply {
  const finished: FinishedPage = finishPage({
    ...{ status, type: "text/html; charset=utf-8", content: framePage(page, frame) },
    caching: "no-store",
    headers: { "Content-Security-Policy": pagePolicy(), "X-Robots-Tag": "noindex" },
  });
  // The page is sent as bytes, because hooks parse text bodies as problems.
  return reply.code(status).headers(finished.headers).send(finished.bytes);
}
