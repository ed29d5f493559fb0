// The images of listings in the form in which all peers return them.

import type { PeerRow } from "./peer-store.ts";

/** The public URL of all servers. Links to images start with it. */
export const PUBLIC_URL = "https://market.example/v1";

const WIDTHS = [320, 960] as const;

/** Returns an image of a published listing in the form of the API. */
export function presentImage(row: PeerRow): object {
  const [width, height] = [Number(row["width"]), Number(row["height"])];
  return {
    id: row["id"],
    listing_id: row["listing_id"],
    media_type: row["media_type"],
    byte_size: row["byte_size"],
    sha256: row["sha256"],
    width,
    height,
    sort_order: row["sort_order"],
    url: urlOf(row),
    sizes: WIDTHS.filter((narrow) => narrow < width).map((narrow) => ({
      width: narrow,
      height: Math.round((height * narrow) / width),
      url: urlOf(row, `-${narrow}`),
    })),
    created_at: new Date(Number(row["created_at"])).toISOString(),
  };
}

function urlOf(row: PeerRow, size = ""): string {
  const type = row["media_type"] === "image/png" ? "png" : "jpg";
  return `${PUBLIC_URL}/images/${row["id"]}-${row["sha256"]}${size}.${type}`;
}
