#!/bin/sh
# @asyncapi/converter 2.0.2, from AsyncAPI 2.6.0 to 3.0.0.
#
# The two operations of a channel have different messages with the same `messageId`. A parameter of the
# channel has an extension.
#
# Guess: two messages, and the extension stays. Seen: one message, the payload of the other is lost, and the
# extension has become `"0": [x-mine, 1]`. Nothing is reported about either.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @asyncapi/converter@2.0.2

node -e '
  const { convert } = require("@asyncapi/converter");
  const converted = convert(
    {
      asyncapi: "2.6.0",
      info: { title: "Talk", version: "1" },
      channels: {
        "rooms/{room}": {
          parameters: { room: { "x-mine": 1 } },
          publish: { message: { messageId: "said", payload: { type: "string" } } },
          subscribe: { message: { messageId: "said", payload: { type: "integer" } } },
        },
      },
    },
    "3.0.0",
  );
  const { messages, parameters } = converted.channels["rooms/{room}"];
  console.log(JSON.stringify({ messages, parameters }, null, 2));
  const isLost = Object.keys(messages).length === 1 && parameters.room["x-mine"] === undefined;
  process.exitCode = isLost ? 0 : 1;
'
