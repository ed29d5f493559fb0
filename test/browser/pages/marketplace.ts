// The page of a seller on another origin than the service.

import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { listItems, restTransport } from "@specwright/rest/client";
import { RestError } from "@specwright/runtime";
import { runPage } from "./run-page.ts";

export interface MarketplaceGiven {
  readonly baseUrl: string;
  /** A service that allows no origin. */
  readonly closedUrl: string;
  readonly username: string;
  readonly password: string;
}

export interface MarketplaceReport {
  readonly id: number;
  readonly upload: number | string;
  readonly progress: readonly { readonly sentBytes: number; readonly totalBytes: number }[];
  /** The status of an update with an outdated version. */
  readonly stale: number | string;
  readonly titles: readonly string[];
  /** The result of a call to the service that allows no origin. */
  readonly closed: string;
}

await runPage<MarketplaceGiven>(async ({ baseUrl, closedUrl, username, password }) => {
  const visitor = createMarketplaceClient(restTransport({ baseUrl }));
  const login = await visitor.loginUser({ body: { username_or_email: username, password } });
  if (login.status !== 200) throw new Error(`login answered ${login.status}`);
  const credentials = { session: login.body.data.token };
  const client = createMarketplaceClient(restTransport({ baseUrl, credentials }));
  const made = await client.createListing({ body: { title: "A sextant" } });
  if (made.status !== 201) throw new Error(`createListing answered ${made.status}`);
  const { id } = made.body.data;

  const progress: { readonly sentBytes: number; readonly totalBytes: number }[] = [];
  const uploaded = await client.createAttachment(
    { body: { listing_id: id, file: await drawImage() } },
    { onUploadProgress: (now) => progress.push(now) },
  );
  const stale = await client.updateListing({
    path: { listing_id: id },
    headers: { "If-Match": '"999999"' },
    body: { title: "Another" },
  });
  const titles: string[] = [];
  for await (const { title } of listItems(client.listListings, { query: { limit: 1 } })) {
    titles.push(title);
  }
  const closed = await createMarketplaceClient(restTransport({ baseUrl: closedUrl, credentials }))
    .listListings()
    .then(
      () => "answered",
      (error: unknown) => (error instanceof RestError ? error.code : String(error)),
    );
  return { id, upload: uploaded.status, progress, stale: stale.status, titles, closed };
});

/** Draws noise, which does not compress. */
async function drawImage(): Promise<Blob> {
  const canvas = new OffscreenCanvas(800, 600);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("nothing to draw on");
  const image = context.createImageData(800, 600);
  const { data } = image;
  const pieceBytes = 65_536;
  for (let from = 0; from < data.length; from += pieceBytes) {
    crypto.getRandomValues(data.subarray(from, from + pieceBytes));
  }
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  context.putImageData(image, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}
