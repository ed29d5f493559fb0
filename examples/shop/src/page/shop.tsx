import { isAnswerOf } from "@specwright/rest/client";
import type { RestTransport } from "@specwright/runtime/codegen";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { placeOrder } from "../gen/client.ts";
import { listProductsKey, listProductsQuery, placeOrderMutation } from "../gen/queries.ts";

/** Formats cents, which are a bigint: no digit is lost. */
function price(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

export function Shop({ transport }: { readonly transport: RestTransport }) {
  const client = useQueryClient();
  const products = useQuery(listProductsQuery(transport));
  const order = useMutation({
    ...placeOrderMutation(transport),
    onSettled: () => client.invalidateQueries({ queryKey: listProductsKey() }),
  });
  if (products.error !== null) return <p role="alert">{products.error.message}</p>;
  return (
    <>
      <h1>The shop</h1>
      <ul>
        {products.data?.map(({ sku, title, cents, stock }) => (
          <li key={sku}>
            {title}: {price(cents)}, {stock} left{" "}
            <button type="button" onClick={() => order.mutate({ body: { sku, count: 1 } })}>
              Buy {sku}
            </button>
          </li>
        ))}
      </ul>
      {order.data && <p role="status">Order {String(order.data.id)} is placed.</p>}
      {isAnswerOf(order.error, placeOrder) && (
        <p role="alert">{order.error.body.detail ?? order.error.body.title}</p>
      )}
    </>
  );
}
