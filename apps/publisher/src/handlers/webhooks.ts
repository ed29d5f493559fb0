// Operations on webhooks.

import type { Webhook } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import { callerOf, requireRight } from "../access/require-right.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { readTarget } from "../outgoing/webhook-target.ts";
import type { StoredWebhook } from "../storage/webhook-repository.ts";
import { badUpload } from "../uploads/bad-upload.ts";
import { createWebhook as create, MAX_WEBHOOKS } from "../webhooks/create-webhook.ts";
import { SECRET } from "./interfaces.ts";

export function listWebhooks({ storage }: HttpServices): Handlers["listWebhooks"] {
  return async ({ path }, context) => {
    requireRight(context, "admin", path.interface);
    const { interfaces, webhooks } = storage.committed;
    if ((await interfaces.byName(path.interface)) === undefined) {
      throw new ProblemError(404, "not_found");
    }
    const data = (await webhooks.list(path.interface)).map(presentWebhook);
    return { status: 200, headers: { "Cache-Control": SECRET }, body: { data } };
  };
}

/** Creates a webhook. Only this response contains its secret. */
export function createWebhook(services: HttpServices): Handlers["createWebhook"] {
  return async ({ path, body }, context) => {
    requireRight(context, "admin", path.interface);
    const { url, branch = "main" } = body;
    const target = readTarget(url, services.webhooks.targets);
    if ("fault" in target) throw badUpload("/url", "url", target.fault);
    const token = callerOf(context).prefix;
    const created = await create(services, { interface: path.interface, branch, url, token });
    if (created === "no_interface") throw new ProblemError(404, "not_found");
    if (created === "too_many") {
      const detail = `An interface has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`;
      throw new ProblemError(409, "too_many_webhooks", detail);
    }
    const data = { ...presentWebhook(created), secret: created.secret };
    return { status: 201, body: { data } };
  };
}

export function deleteWebhook({ storage }: HttpServices): Handlers["deleteWebhook"] {
  return async ({ path }, context) => {
    requireRight(context, "admin", path.interface);
    const wasThere = await storage.transaction(({ webhooks }) =>
      webhooks.end(path.webhook_id, path.interface),
    );
    if (!wasThere) throw new ProblemError(404, "not_found");
    return { status: 204 };
  };
}

function presentWebhook(webhook: StoredWebhook): Webhook {
  const { id, branch, url, isDisabled, failingSince, createdAt } = webhook;
  return {
    ...{ id, branch, url },
    state: isDisabled ? "disabled" : "enabled",
    failing_since: failingSince === null ? null : new Date(failingSince).toISOString(),
    created_at: new Date(createdAt).toISOString(),
  };
}
