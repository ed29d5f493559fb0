// The operations on interfaces.

import type { PutInterfaceBody } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import { requireRight } from "../access/require-right.ts";
import { interfacePath } from "../http/addresses.ts";
import { entityTag } from "../http/entity-tag.ts";
import { readCursor, writeCursor } from "../http/list-cursor.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { isReservedName } from "../interfaces/is-reserved-name.ts";
import { presentInterface } from "../present/present-interface.ts";
import type { InterfaceDescription, PublishedInterface } from "../storage/interface-repository.ts";
import { badUpload } from "../uploads/bad-upload.ts";

/** For answers that everybody gets, and that caches ask about. */
export const PUBLIC = "public, no-cache";

/** Lists interfaces. */
export function listInterfaces(services: HttpServices): Handlers["listInterfaces"] {
  return async ({ query = {} }) => {
    const { limit = 20, cursor } = query;
    const found = await services.storage.committed.interfaces.list({
      limit: limit + 1,
      ...(cursor === undefined ? {} : { after: readCursor(cursor, {}) }),
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      status: 200,
      headers: { "Cache-Control": PUBLIC },
      body: {
        data: page.map((each) => presentInterface(each, services.addresses)),
        next_cursor: hasMore ? writeCursor(last.name, {}) : null,
      },
    };
  };
}

/** Answers an interface. */
export function getInterface({ storage, addresses }: HttpServices): Handlers["getInterface"] {
  return async ({ path }) => {
    const found = await storage.committed.interfaces.byName(path.interface);
    if (found === undefined) throw new ProblemError(404, "not_found");
    const data = presentInterface(found, addresses);
    const headers = { ETag: entityTag(data), "Cache-Control": PUBLIC };
    return { status: 200, headers, body: { data } };
  };
}

/** Creates an interface, or changes what people are told about it. */
export function putInterface({
  storage,
  clock,
  addresses,
}: HttpServices): Handlers["putInterface"] {
  return async ({ path, body }, context) => {
    const { interface: name } = path;
    requireRight(context, "admin", name);
    if (isReservedName(name)) {
      throw badUpload(
        "/interface",
        "reserved",
        "Is the name of something else; choose another.",
        "path",
      );
    }
    const described = descriptionOf(body);
    const { stored, isNew } = await storage.transaction(async ({ interfaces }) => {
      const found = await interfaces.lock(name);
      const now = clock.now();
      if (found === undefined) {
        const added = { name, ...described, createdAt: now, updatedAt: now };
        await interfaces.insert(added);
        return { stored: added, isNew: true };
      }
      if (isSame(found, described)) return { stored: found, isNew: false };
      const changed = { ...found, ...described, updatedAt: now };
      await interfaces.update(changed);
      return { stored: changed, isNew: false };
    });
    const answer = { body: { data: presentInterface(stored, addresses) } };
    if (!isNew) return { status: 200, ...answer };
    return { status: 201, headers: { Location: interfacePath(addresses, name) }, ...answer };
  };
}

function descriptionOf(body: PutInterfaceBody): InterfaceDescription {
  const { title, description = null, home_page_url: homePageUrl = null } = body;
  if (homePageUrl !== null && URL.parse(homePageUrl) === null) {
    throw badUpload("/home_page_url", "format", "Is not a URL.");
  }
  return { title, description, homePageUrl };
}

function isSame(found: PublishedInterface, described: InterfaceDescription): boolean {
  const { title, description, homePageUrl } = described;
  return (
    found.title === title && found.description === description && found.homePageUrl === homePageUrl
  );
}
