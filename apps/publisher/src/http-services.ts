import type { PublisherHandlers } from "@specwright/publisher-api/server";
import type { Consoles } from "@specwright/site/console";
import type { Context } from "./access/require-right.ts";
import type { Addresses } from "./present/addresses.ts";
import type { Services } from "./services.ts";

/** What the handlers and the pages work with. */
export interface HttpServices extends Services {
  readonly addresses: Addresses;
  /** A domain and a date at which it was the operator's, which is a part of every id in feeds. */
  readonly authority: string;
  /** What the operator calls the whole: the author of feeds, and the title of the first page. */
  readonly title: string;
  /** Where interfaces can be tried. */
  readonly consoles?: Consoles;
}

/** The handlers of the operations. */
export type Handlers = PublisherHandlers<Context>;
