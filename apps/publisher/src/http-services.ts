import type { PublisherHandlers } from "@specwright/publisher-api/server";
import type { Brand } from "@specwright/site";
import type { Consoles } from "@specwright/site/console";
import type { Context } from "./access/require-right.ts";
import type { Addresses } from "./http/addresses.ts";
import type { WebhookTargets } from "./outgoing/webhook-target.ts";
import type { Services } from "./services.ts";

/** The services that handlers and pages use. */
export interface HttpServices extends Services {
  readonly addresses: Addresses;
  /**
   * A domain, and a date on which the operator owned the domain (RFC 4151). All ids in feeds
   * contain both.
   */
  readonly authority: string;
  /** The title of the site, also the author of its feeds. */
  readonly title: string;
  /** The logo, colours and fonts of the pages, and the introduction of the first page. */
  readonly brand?: Brand;
  readonly webhooks: {
    readonly targets: WebhookTargets;
    /** Sends the messages that were added to the outbox. */
    wake(): void;
  };
  /** Absent if the service sends no mail. */
  readonly mail?: {
    /** Sends the mails that were added to the outbox. */
    wake(): void;
    /** Whether the number of subscription requests of a caller is limited. */
    readonly countsCallers: boolean;
  };
  /** The consoles of the interfaces. */
  readonly consoles?: Consoles;
}

/** The handlers of the operations. */
export type Handlers = PublisherHandlers<Context>;
