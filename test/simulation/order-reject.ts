/** Returns an order to publish, one of three markets in turn, with an id that its frame contains. */
export function orderReject(at: number) {
  return {
    id: `order-${at}`,
    keys: { market: [`M${at % 3}`], account_id: [], event_id: [] },
    message: {
      type: "order_reject",
      payload: {
        command_type: "CANCEL",
        reason: `order-${at}`,
        correlation_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f",
      },
    },
  } as const;
}
