#!/bin/sh
# ccxt 4.5.84, `watchOrderBook` of Kraken (WebSocket v2), on a market with more bids than asks.
#
# The snapshot of a book of depth 10 has three bids and one ask, because the market has no more. The two
# best bids are then deleted.
#
# Guess: the third bid is the best one. Seen: the book has no bid at all. The number of asks in the
# snapshot becomes the depth of both sides, so that the second and the third bid were dropped at once.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts ccxt@4.5.84 ws@8.18.3

cat > watch.js <<'EOF'
import ccxt from "ccxt";
import { WebSocketServer } from "ws";

const level = (price, qty) => ({ price, qty });
const symbol = "BTC/USD";
const timestamp = "2026-01-02T03:04:05.678901Z";
const frame = (type, bids, asks) =>
  JSON.stringify({ channel: "book", type, data: [{ symbol, bids, asks, checksum: 0, timestamp }] });
const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket) => {
  socket.on("message", (text) => {
    const { method, params, req_id } = JSON.parse(text);
    if (method !== "subscribe") return;
    const result = { channel: "book", symbol, depth: 10, snapshot: true };
    socket.send(JSON.stringify({ method, result, success: true, req_id }));
    socket.send(frame("snapshot", [level(100, 1), level(99, 1), level(98, 1)], [level(101, 1)]));
    setTimeout(() => socket.send(frame("update", [level(100, 0), level(99, 0)], [])), 200);
  });
});
await new Promise((resolve) => server.once("listening", resolve));

const kraken = new ccxt.pro.kraken({ newUpdates: true });
kraken.urls.api.ws.publicV2 = `ws://127.0.0.1:${server.address().port}`;
// A loopback server has no TLS.
await kraken.loadHttpProxyAgent();
kraken.setMarkets([
  { id: "XXBTZUSD", symbol, base: "BTC", quote: "USD", baseId: "XXBT", quoteId: "ZUSD", active: true,
    type: "spot", spot: true, precision: { price: 0.1, amount: 1e-8 }, limits: {}, info: { wsname: "XBT/USD" } },
]);
const seen = [];
for (let count = 0; count < 2; count++) {
  const { bids, asks } = await kraken.watchOrderBook(symbol, 10);
  seen.push({ bids: bids.map(([price]) => price), asks: asks.map(([price]) => price) });
  console.log(JSON.stringify(seen.at(-1)));
}
await kraken.close();
server.close();
for (const client of server.clients) client.terminate();
const isLost = seen[1].bids.length === 0;
console.log(isLost ? "the third bid is lost" : `best bid: ${seen[1].bids[0]}`);
process.exit(isLost ? 0 : 1);
EOF
node watch.js
