import type { PublisherHandlers } from "@specwright/publisher-api/server";
import type { Brand } from "@specwright/site";
import type { Consoles } from "@specwright/site/console";
import type { Context } from "./access/require-right.ts";
import type { Addresses } from "./http/addresses.ts";
import type { WebhookTargets } from "./outgoing/webhook-target.ts";
import type { Services } from "./services.ts";

/** What the handlers and the pages work with. */
export interface HttpServices extends Services {
  readonly addresses: Addresses;
  /** A domain and a date at which it was the operator's, which is a part of every id in feeds. */
  readonly authority: string;
  /** The title of the site, also the author of its feeds. */
  readonly title: string;
  /** How the pages look, and what the first one says above the list of interfaces. */
  readonly brand?: Brand;
  readonly webhooks: {
    readonly targets: WebhookTargets;
    /** Sends what was added to their outbox. */
    wake(): void;
  };
  /** Absent if the service sends no mail. */
  readonly mail?: {
    /** Sends what was added to the outbox of mails. */
    wake(): void;
    /** Whether requests of a caller to subscribe are limited. */
    readonly countsCallers: boolean;
  };
  /** Where interfaces can be tried. */
  readonly consoles?: Consoles;
}

/** The handlers of the operations. */
export type Handlers = PublisherHandlers<Context>;
