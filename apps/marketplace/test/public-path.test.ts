import { expect, test } from "vitest";
import { createFile, drawImage } from "./images.ts";
import { at, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

test.each([
  { publicUrl: undefined, want: "/v1" },
  { publicUrl: "https://market.example/v1", want: "/v1" },
  { publicUrl: "https://shop.example/market/api", want: "/market/api" },
  { publicUrl: "https://shop.example/a%20b/", want: "/a%20b" },
  { publicUrl: "https://market.example", want: "" },
])("with the public URL $publicUrl, Location starts with $want", async ({ publicUrl, want }) => {
  const { url, token } = await startMarketplace(publicUrl === undefined ? {} : { publicUrl });
  const ada = await token("ada");
  const user = { username: "eve", email: "eve@people.example", password: PASSWORD };
  const made = [
    await send(`${url}/users`, "POST", { body: user }),
    await send(`${url}/listings`, "POST", { token: ada, body: { title: "x" } }),
  ];
  const form = new FormData();
  form.set("listing_id", "1");
  form.set("file", createFile(await drawImage("png"), "a.png", "image/png"));
  const headers = { authorization: `Bearer ${ada}` };
  const image = await fetch(`${url}/attachments`, { method: "POST", headers, body: form });
  const locations = [...made, image].map((answer) => answer.headers.get("location"));
  expect(locations).toEqual([`${want}/users/4`, `${want}/listings/6`, `${want}/attachments/1`]);
  const link = String(at(await image.json(), "data", "url"));
  const base = publicUrl?.replace(/\/$/, "") ?? url;
  expect(link).toContain(`${base}/images/1-`);
});
