// The work of moderators on the moderation page of the marketplace, in a real browser.

import { describe, expect, it } from "vitest";
import { addImage, reportListing } from "./moderated-marketplace.ts";
import {
  card,
  conflict,
  focusedElement,
  isAt,
  listingTitles,
  openModeration,
  openSection,
  signIn,
  stateOf,
} from "./open-moderation.ts";

describe("the queue of listings", () => {
  it("shows the oldest first; one is approved, one rejected with a reason", async (context) => {
    const opened = await openModeration(context);
    const { page, market } = opened;
    await signIn(page, "mod");
    await isAt(page, "Pending listings");
    expect(await listingTitles(page)).toEqual(["A lantern", "A rope", "A globe"]);
    await page.getByRole("link", { name: "Listings (3)" }).waitFor();
    await card(page, "A lantern").getByRole("button", { name: "Approve" }).click();
    await page.getByText("Approved: “A lantern”.").first().waitFor();
    await page.getByRole("link", { name: "Listings (2)" }).waitFor();
    await card(page, "A rope").getByRole("button", { name: "Reject" }).click();
    const dialog = page.getByRole("dialog", { name: "Reject “A rope”?" });
    await dialog.getByLabel("Reason").fill("  ");
    await dialog.getByRole("button", { name: "Reject" }).click();
    expect(await stateOf(opened, 2)).toBe("pending");
    await dialog.getByLabel("Reason").fill("It is a cable.");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await listingTitles(page)).toEqual(["A globe"]);
    expect([await stateOf(opened, 1), await stateOf(opened, 2)]).toEqual(["publish", "draft"]);
    const log = await (await market.as("root")).listAuditEntries();
    expect(log.body).toMatchObject({ data: [{ details: { reason: "It is a cable." } }, {}] });
  });

  it("reads further pages", async (context) => {
    const pending = Array.from({ length: 23 }, (_, at) => `Listing number ${at}`);
    const { page } = await openModeration(context, { pending });
    await signIn(page, "mod");
    expect(await listingTitles(page)).toHaveLength(20);
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByRole("heading", { name: "Listing number 22" }).waitFor();
    expect(await listingTitles(page)).toEqual(pending);
    expect(await focusedElement(page)).toBe("Listing number 20");
    expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0);
  });

  it("reports that the user's role was revoked", async (context) => {
    const { page, market } = await openModeration(context, { mayFail: /status of 40[34]/ });
    await signIn(page, "mod");
    await listingTitles(page);
    await market.revoke("mod");
    await card(page, "A rope").getByRole("button", { name: "Approve" }).click();
    await page
      .getByText(/^(?:You are no longer a moderator|Your account does not have permission)/)
      .waitFor();
    expect(await page.getByText("somebody else").count()).toBe(0);
  });

  it("reports that another moderator was faster, or that the listing has changed", async (context) => {
    const opened = await openModeration(context, { mayFail: conflict });
    const { page, market } = opened;
    const [ada, max] = [await market.as("ada"), await market.as("max")];
    await signIn(page, "mod");
    await listingTitles(page);
    await max.approveListing({ path: { listing_id: 1 } });
    await card(page, "A lantern").getByRole("button", { name: "Approve" }).click();
    await page.getByText("Another moderator was faster: the listing is now published.").waitFor();
    await max.rejectListing({ path: { listing_id: 2 }, body: { reason: "No." } });
    await card(page, "A rope").getByRole("button", { name: "Approve" }).click();
    await page
      .getByText(/^“A rope” was decided by another moderator/)
      .first()
      .waitFor();
    const changed = { title: "A globe, and a knife" };
    await ada.updateListing({ path: { listing_id: 3 }, body: changed });
    await card(page, "A globe").getByRole("button", { name: "Reject" }).click();
    await page.getByLabel("Reason").fill("Too round.");
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await page.getByText(/^The listing has changed since you read it/).waitFor();
    expect(await listingTitles(page)).toContain("A globe, and a knife");
    expect(await stateOf(opened, 3)).toBe("pending");
    await card(page, "A globe").getByRole("button", { name: "Approve" }).click();
    await page.getByText("Approved: “A globe, and a knife”.").first().waitFor();
  });

  it("sends a decision once, and again after a network failure", async (context) => {
    const opened = await openModeration(context, { mayFail: /failed|ERR_/ });
    const { page } = opened;
    await signIn(page, "mod");
    await listingTitles(page);
    let sent = 0;
    await page.route("**/approve", async (route) => {
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const approve = card(page, "A lantern").getByRole("button", { name: "Approve" });
    await approve.dblclick();
    await page.getByText("Approved: “A lantern”.").first().waitFor();
    expect(sent).toBe(1);
    await page.unroute("**/approve");
    await page.route("**/reject", (route) => route.abort());
    await card(page, "A rope").getByRole("button", { name: "Reject" }).click();
    await page.getByLabel("Reason").fill("It is a cable.");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByText(/^The service is unreachable/).waitFor();
    expect(await page.getByLabel("Reason").inputValue()).toBe("It is a cable.");
    await page.unroute("**/reject");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await stateOf(opened, 2)).toBe("draft");
  });

  it("offers to retry after it failed to load the list", async (context) => {
    const { page } = await openModeration(context, { mayFail: /failed|ERR_/ });
    await page.route("**/listings?*", (route) => route.abort());
    await signIn(page, "mod");
    await page.getByText(/^The service is unreachable/).waitFor();
    await page.unroute("**/listings?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "A lantern" }).waitFor();
  });
});

describe("images, reports, users and the audit log", () => {
  it("images of pending listings are shown and decided with them", async (context) => {
    const opened = await openModeration(context, { place: "#/images" });
    const { page, market } = opened;
    await addImage(await market.as("ada"), 2);
    await signIn(page, "mod");
    await isAt(page, "Pending images");
    expect(await listingTitles(page)).toEqual(["A rope"]);
    const image = page.getByRole("img", { name: "Image 1 of 1 of “A rope”" });
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBe(640);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Approved: “A rope”.").first().waitFor();
    expect(await stateOf(opened, 2)).toBe("publish");
  });

  it("a report is assigned, its listing hidden, and it is closed", async (context) => {
    const opened = await openModeration(context, { mayFail: conflict });
    const { page, market } = opened;
    await reportListing(market, 1, "The picture is mine.");
    await reportListing(market, 2, "It is a cable.");
    await signIn(page, "mod");
    await openSection(page, "Reports (2)");
    await isAt(page, "Open reports");
    expect(await listingTitles(page)).toEqual(["A lantern", "A rope"]);
    await card(page, "A lantern").getByRole("button", { name: "Assign to me" }).click();
    await card(page, "A lantern").getByText("you", { exact: true }).waitFor();
    expect(await focusedElement(page)).toBe("A lantern");
    await page.getByRole("link", { name: "A lantern" }).click();
    await isAt(page, "Listing 1");
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByLabel("Reason").fill("The picture is somebody else's.");
    await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
    await page.getByText("hidden by a moderator").waitFor();
    expect(await stateOf(opened, 1)).toBe("hidden");
    await page.goBack();
    await isAt(page, "Open reports");
    await card(page, "A lantern").getByRole("button", { name: "Close the report" }).click();
    await page.getByLabel("Resolution").fill("The listing is hidden.");
    await page.getByRole("dialog").getByRole("button", { name: "Close the report" }).click();
    await page.getByText("The report about “A lantern” is closed.").first().waitFor();
    await page.getByRole("link", { name: "Reports (1)" }).waitFor();
    await (await market.as("max")).closeReport({
      path: { report_id: 2 },
      body: { resolution: "Nothing is wrong." },
    });
    await card(page, "A rope").getByRole("button", { name: "Assign to me" }).click();
    await page.getByText("Another moderator closed the report about “A rope”.").first().waitFor();
    await page.getByRole("link", { name: "Closed, newest first" }).click();
    await isAt(page, "Closed reports");
    expect(await listingTitles(page)).toEqual(["A rope", "A lantern"]);
    await page.getByText("Resolution: The listing is hidden.").waitFor();
  });

  it("a user is found, suspended and readmitted", async (context) => {
    const { page, market } = await openModeration(context, { mayFail: /status of 40[34]/ });
    await signIn(page, "mod");
    await openSection(page, "Users");
    await page.getByLabel("User id").fill("1");
    await page.getByRole("button", { name: "Show the user" }).click();
    await isAt(page, "User 1");
    await page.getByRole("definition").getByText("ada", { exact: true }).first().waitFor();
    await page.getByRole("heading", { name: "A rope" }).waitFor();
    await page.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog", { name: "Suspend ada?" });
    await dialog.getByLabel("Reason").fill("It sells pictures of others.");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("ada is suspended, and cannot log in.").first().waitFor();
    await expect(market.as("ada")).rejects.toThrow("401");
    await page.reload();
    await page.getByRole("button", { name: "Lift the suspension" }).click();
    await page.getByText("ada is not suspended.").first().waitFor();
    await market.as("ada");
    await page.goto(page.url().replace(/#.*/, "#/users/5"));
    await page.getByText(/^Only an administrator can suspend/).waitFor();
    expect(await page.getByRole("button", { name: "Suspend" }).count()).toBe(0);
    await page.getByText("This user has no listing that you may see.").waitFor();
    await openSection(page, "Users");
    await page.getByLabel("Listing id or address").fill("https://shop.example/listings/1");
    await page.getByRole("button", { name: "Show its owner" }).click();
    await isAt(page, "User 1");
    await openSection(page, "Users");
    await page.getByLabel("Listing id or address").fill("999");
    await page.getByRole("button", { name: "Show its owner" }).click();
    await page.getByText(/^Not found: it does not exist/).waitFor();
    await page.goto(page.url().replace(/#.*/, "#/users/999"));
    await page.getByText("There is no such user.").waitFor();
  });

  it("an administrator reads the audit log, and a moderator does not", async (context) => {
    const { page, market } = await openModeration(context, { place: "#/audit" });
    await (await market.as("mod")).approveListing({ path: { listing_id: 1 } });
    await signIn(page, "root");
    await isAt(page, "Audit log");
    await page.getByRole("heading", { name: "mod approved listing 1" }).waitFor();
    const root = await market.as("root");
    const hide = { path: { listing_id: 1 }, body: { hidden: true, reason: "No." } };
    await root.hideListing(hide);
    await root.hideListing({ ...hide, body: { hidden: false } });
    const suspend = { path: { user_id: 1 }, body: { suspended: true, reason: "No." } };
    await root.suspendUser(suspend);
    await root.suspendUser({ ...suspend, body: { suspended: false } });
    await page.reload();
    for (const name of [
      "root hid listing 1",
      "root published again listing 1",
      "root suspended user 1",
      "root lifted the suspension of user 1",
    ]) {
      await page.getByRole("heading", { name }).waitFor();
    }
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You have signed out.").waitFor();
    await signIn(page, "mod");
    await page.getByText("Only administrators can read the audit log.").waitFor();
    expect(await page.getByRole("link", { name: "Audit log" }).count()).toBe(0);
  });
});
