// Operations on links to private feeds.

import { ProblemError } from "@specwright/rest/server";
import { requireRight } from "../access/require-right.ts";
import { replaceFeedKey as replace } from "../feeds/feed-key.ts";
import { feedUrl } from "../feeds/read-feed.ts";
import type { Handlers, HttpServices } from "../http-services.ts";

/** Creates links with a new secret, and invalidates the previous links. */
export function replaceFeedKey(services: HttpServices): Handlers["replaceFeedKey"] {
  return async ({ path, query = {} }, context) => {
    const { interface: name } = path;
    const { branch = "main" } = query;
    requireRight(context, "admin", name);
    const made = await replace(services, name, branch);
    if (made === undefined) throw new ProblemError(404, "not_found");
    const { key, createdAt } = made;
    const urlOf = (format: "rss" | "atom" | "json") =>
      feedUrl(services, name, format, { branch, key });
    const data = {
      ...{ branch, key },
      ...{ rss_url: urlOf("rss"), atom_url: urlOf("atom"), json_url: urlOf("json") },
      created_at: new Date(createdAt).toISOString(),
    };
    return { status: 201, body: { data } };
  };
}

/** Revokes the links of a branch. */
export function revokeFeedKey({ storage }: HttpServices): Handlers["revokeFeedKey"] {
  return async ({ path, query = {} }, context) => {
    const { interface: name } = path;
    requireRight(context, "admin", name);
    const wasThere = await storage.transaction(({ feedKeys }) =>
      feedKeys.remove(name, query.branch ?? "main"),
    );
    if (!wasThere) throw new ProblemError(404, "not_found");
    return { status: 204 };
  };
}
