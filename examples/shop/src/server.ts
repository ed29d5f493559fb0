import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  bearer,
  createRestHandler,
  nodeListener,
  ProblemError,
  type RequestContext,
} from "@specwright/rest/server";
import sirv from "sirv";
import { operations, type ShopHandlers } from "./gen/server.ts";
import type { Order, Product } from "./gen/types.ts";

interface Customer {
  readonly name: string;
}

const products = new Map<string, Product>(
  [
    { sku: "clock", title: "A chess clock", cents: 4_950n, stock: 3 },
    { sku: "island", title: "An island", cents: 9_007_199_254_740_993n, stock: 1 },
  ].map((product) => [product.sku, product]),
);
const orders = new Map<bigint, { readonly customer: string; readonly order: Order }>();

const handlers: ShopHandlers<RequestContext<Customer>> = {
  listProducts({ query }) {
    const most = query?.max_cents;
    const found = [...products.values()].filter(({ cents }) => most === undefined || cents <= most);
    return { status: 200, body: found.sort((a, b) => (a.cents < b.cents ? -1 : 1)) };
  },
  placeOrder({ body: { sku, count } }, { principal }) {
    const product = products.get(sku);
    const stock = product?.stock ?? 0;
    if (product === undefined || stock < count) {
      throw new ProblemError(409, "out_of_stock", `There are ${stock} of ${sku}.`);
    }
    products.set(sku, { ...product, stock: stock - count });
    const id = BigInt(orders.size + 1);
    const order = { id, sku, count, cents: product.cents * BigInt(count) };
    orders.set(id, { customer: principal.name, order });
    return { status: 201, body: order };
  },
  getOrder({ path: { id } }, { principal }) {
    const found = orders.get(id);
    if (found === undefined || found.customer !== principal.name) {
      throw new ProblemError(404, "not_found", `You have no order ${id}.`);
    }
    return { status: 200, body: found.order };
  },
};

const rest = createRestHandler({
  operations,
  handlers,
  // Any name is a customer; a real shop would verify the token.
  authenticate: { customer: bearer((token) => ({ name: token })) },
});
const api = nodeListener(rest);
// The files of the page, if it was built, and the operations otherwise.
const page = sirv(join(import.meta.dirname, "../dist-web"), { dev: true });
const server = createServer((request, response) =>
  page(request, response, () => void api(request, response)),
);
server.listen(Number(process.env["PORT"] ?? 8081), () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  console.log(`The shop is at ${url}. In another terminal: npm run order -- clock 2`);
});
process.once("SIGINT", () => void server.close());
process.once("SIGTERM", () => void server.close());
