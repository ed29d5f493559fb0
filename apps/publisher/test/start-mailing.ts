import { once } from "node:events";
import { createServer } from "node:net";
import type { PublisherOptions } from "@specwright/publisher";
import { systemClock } from "@specwright/runtime";
import { startSmtp } from "@specwright/service/mail/testing";
import { expect } from "vitest";
import type { PublisherMailOptions } from "../src/publisher-options.ts";
import { publishAll, type RunningPublisher, shop, startPublisher } from "./start-publisher.ts";

/** The first version of the interface that people subscribe to. */
export const first = { document: shop("1.0", "orders", "users"), released_at: "2024-05-02" };

/** A service that sends mail. */
export interface Mailing extends RunningPublisher {
  /** The mail that arrived. */
  readonly caught: Awaited<ReturnType<typeof startSmtp>>["caught"];
  /** Lets that time pass, in milliseconds. */
  pass(ms: number): void;
  /** Sends the form of a changelog. */
  request(address: string, name?: string): Promise<Answer>;
  /** Sends the form of a link's page. */
  post(link: string, body?: string): Promise<Answer>;
  get(link: string): Promise<Answer>;
  /** Subscribes an address, and returns the link of the mail that asked for a confirmation. */
  subscribe(address: string): Promise<string>;
  /** Publishes a version to the interface. */
  publish(body: object): Promise<void>;
}

/** An answer with a page. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Starts a service with a public interface, and a server for its mail. */
export async function startMailing(
  options: Partial<Omit<PublisherOptions, "mail">> & {
    readonly folder?: string;
    readonly mail?: Partial<PublisherMailOptions>;
  } = {},
  smtp: Parameters<typeof startSmtp>[0] = {},
): Promise<Mailing> {
  const { url: smtpUrl, caught } = await startSmtp(smtp);
  const port = await freePort();
  let offset = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + offset };
  const running = await startPublisher({
    ...{ port, clock, publicUrl: `http://127.0.0.1:${port}` },
    ...options,
    mail: { smtpUrl, from: "Contracts <contracts@site.example>", ...options.mail },
  });
  await publishAll(running, "shop", [first]);

  async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(url, { redirect: "manual", ...init });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const post = (url: string, body = ""): Promise<Answer> =>
    ask(url, { method: "POST", body, headers: form });
  const request = (address: string, name = "shop"): Promise<Answer> =>
    post(`${running.site}/${name}/subscribe.html`, `${new URLSearchParams({ address })}`);

  return {
    ...running,
    ...{ caught, request, post, get: ask },
    pass(ms) {
      offset += ms;
    },
    async subscribe(address) {
      const before = caught.length;
      expect((await request(address)).status).toBe(200);
      await expect.poll(() => caught.length).toBe(before + 1);
      const link = linkIn(`${caught.at(-1)?.source}`, "confirm");
      expect((await post(link)).status).toBe(200);
      return link;
    },
    async publish(body) {
      const headers = {
        Authorization: `Token ${await running.secret("publish")}`,
        "Content-Type": "application/json",
        Prefer: "wait=30",
      };
      const sent = { interface: "shop", ...body };
      const answer = await fetch(`${running.url}/versions`, {
        ...{ method: "POST", headers, body: JSON.stringify(sent) },
      });
      expect(answer.status).toBe(201);
    },
  };
}

/** Returns the link to a page in the source of a mail. */
export function linkIn(source: string, page: "confirm" | "unsubscribe"): string {
  const text = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return new RegExp(`http://\\S+/${page}\\.html\\?token=[\\w-]+`).exec(text)?.[0] ?? "";
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
