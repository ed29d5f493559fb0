// Operations on interfaces.

import { isDeepStrictEqual } from "node:util";
import type { PutInterfaceBody } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import { callerOf, requireRight } from "../access/require-right.ts";
import { interfacePath } from "../http/addresses.ts";
import { entityTag } from "../http/entity-tag.ts";
import { readCursor, writeCursor } from "../http/list-cursor.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { isReservedName } from "../interfaces/is-reserved-name.ts";
import { ifReadable, isPrivateBranch } from "../interfaces/may-read.ts";
import { presentInterface } from "../present/present-interface.ts";
import {
  type InterfaceAccess,
  type InterfaceDescription,
  openToAll,
  type PublishedInterface,
} from "../storage/interface-repository.ts";
import { privateScope } from "../tokens/verify-token.ts";
import { badUpload } from "../uploads/bad-upload.ts";
import { withdrawnError } from "./find-version.ts";

/** For responses that are the same for all callers. Caches must revalidate them. */
export const PUBLIC = "public, no-cache";
/** For responses that no cache may store. */
export const SECRET = "private, no-store";

export function listInterfaces(services: HttpServices): Handlers["listInterfaces"] {
  return async ({ query = {} }, context) => {
    const { limit = 20, cursor } = query;
    const scope = privateScope(context.principal);
    const found = await services.storage.committed.interfaces.list({
      ...{ scope, limit: limit + 1 },
      ...(cursor === undefined ? {} : { after: readCursor(cursor, {}) }),
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      status: 200,
      headers: { "Cache-Control": scope === "none" ? PUBLIC : SECRET },
      body: {
        data: page.map((each) => presentInterface(each, { ...services, scope })),
        next_cursor: hasMore ? writeCursor(last.name, {}) : null,
      },
    };
  };
}

export function getInterface({ storage, addresses }: HttpServices): Handlers["getInterface"] {
  return async ({ path }, context) => {
    const scope = privateScope(context.principal);
    const found = ifReadable(await storage.committed.interfaces.byName(path.interface), scope);
    if (found === undefined) throw new ProblemError(404, "not_found");
    if (found.withdrawnAt !== null) throw withdrawnError(null);
    const data = presentInterface(found, { addresses, scope });
    const caching = scope === "none" ? PUBLIC : SECRET;
    const headers = { ETag: entityTag(data), "Cache-Control": caching };
    return { status: 200, headers, body: { data } };
  };
}

/** Creates an interface, or changes its properties. */
export function putInterface({
  storage,
  clock,
  addresses,
}: HttpServices): Handlers["putInterface"] {
  return async ({ path, body }, context) => {
    const { interface: name } = path;
    requireRight(context, "admin", name);
    if (isReservedName(name)) {
      throw badUpload("/interface", "reserved", "Is a reserved name; choose another name.", "path");
    }
    const described = descriptionOf(body);
    const { stored, isNew } = await storage.transaction(
      async ({ interfaces, versions, webhooks }) => {
        const found = await interfaces.lock(name);
        const now = clock.now();
        if (found === undefined) {
          const access = interfaceAccess(body, openToAll);
          const stamps = { createdAt: now, updatedAt: now, withdrawnAt: null };
          const added = { name, ...described, ...access, ...stamps };
          await interfaces.insert(added);
          return { stored: added, isNew: true };
        }
        const access = interfaceAccess(body, found);
        const isSameAccess = isDeepStrictEqual(access, interfaceAccess({}, found));
        const isThere = found.withdrawnAt === null;
        if (isThere && isUnchanged(found, described) && isSameAccess)
          return { stored: found, isNew: false };
        const changed = { ...found, ...described, ...access, updatedAt: now, withdrawnAt: null };
        await interfaces.update(changed);
        // Webhooks of a withdrawn interface must not receive events of a new interface with the
        // same name.
        if (!isThere) await webhooks.endAll(name);
        if (!isSameAccess) {
          await versions.setPrivate(name, (branch) => isPrivateBranch(changed, branch));
        }
        return { stored: changed, isNew: !isThere };
      },
    );
    const scope = privateScope(callerOf(context));
    const answer = { body: { data: presentInterface(stored, { addresses, scope }) } };
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

/** Returns who may read an interface. Absent fields do not change. */
function interfaceAccess(
  { visibility, private_branches: branches }: Partial<PutInterfaceBody>,
  before: InterfaceAccess,
): InterfaceAccess {
  return {
    isPrivate: visibility === undefined ? before.isPrivate : visibility === "private",
    privateBranches: branches ?? before.privateBranches,
  };
}

function isUnchanged(found: PublishedInterface, described: InterfaceDescription): boolean {
  const { title, description, homePageUrl } = described;
  return (
    found.title === title && found.description === description && found.homePageUrl === homePageUrl
  );
}
