// Things that disappear while a request is in progress: its user, or the connection during the
// commit.

import { expect, test } from "vitest";
import { createFile, drawImage } from "./images.ts";
import { type RawAnswer, type Running, send, startMarketplace } from "./start-marketplace.ts";

/** Deletes bob after the session of the next request was found and before the request writes. */
async function deletedOnTheWay(
  { marketplace }: Pick<Running, "marketplace">,
  ask: () => Promise<RawAnswer>,
): Promise<number> {
  const { storage } = marketplace;
  const { sessions } = storage.committed;
  const isHeld = Promise.withResolvers<void>();
  const isAdmitted = Promise.withResolvers<void>();
  const isDeleted = Promise.withResolvers<void>();
  const find = sessions.byTokenHash;
  sessions.byTokenHash = async (hash) => {
    await isHeld.promise;
    const found = await find(hash);
    isAdmitted.resolve();
    await isDeleted.promise;
    return found;
  };
  const deleted = storage.transaction(async ({ users }) => {
    await users.lock(2);
    isHeld.resolve();
    await isAdmitted.promise;
    await users.delete(2);
  });
  const answered = ask();
  await deleted;
  isDeleted.resolve();
  return (await answered).status;
}

test.each([
  { path: "/listings", body: { title: "a listing" } },
  { path: "/listings/1/report", body: { details: "x" } },
])("POST $path of a user who is deleted meanwhile is 401", async ({ path, body }) => {
  const running = await startMarketplace();
  const token = await running.token("bob");
  const ask = () => send(`${running.url}${path}`, "POST", { token, body });
  expect(await deletedOnTheWay(running, ask)).toBe(401);
});

test("an image with a row keeps its file, even if the answer to the commit was lost", async () => {
  const { marketplace, as } = await startMarketplace();
  const { storage } = marketplace;
  const ada = await as("ada");
  const transact = storage.transaction;
  let transactions = 0;
  storage.transaction = async (work) => {
    const result = await transact(work);
    transactions += 1;
    // The first one records the file.
    if (transactions === 1) return result;
    storage.transaction = transact;
    throw new Error("the connection was lost over the commit");
  };
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  const failed = await ada.createAttachment({ body: { listing_id: 1, file } });
  expect(failed.status).toBe(500);
  const found = await ada.getAttachment({ path: { attachment_id: 1 } });
  if (found.status !== 200) throw new Error(`status ${found.status}`);
  expect((await fetch(found.body.data.url)).status).toBe(200);
});
