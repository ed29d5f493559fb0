import { restTransport } from "@specwright/rest/client";
import { createShopClient } from "./gen/client.ts";

const [sku = "clock", count = "1"] = process.argv.slice(2);
const baseUrl = process.env["SHOP_URL"] ?? "http://localhost:8081";
const client = createShopClient(restTransport({ baseUrl, credentials: { customer: "ann" } }));

const placed = await client.placeOrder({ body: { sku, count: Number(count) } });
if (placed.status === 201) {
  const { id, cents } = placed.body;
  console.log(`Order ${id}: ${count} of ${sku} for ${cents} cents.`);
} else {
  console.log(`Refused: ${placed.body.detail ?? placed.body.title}`);
}
