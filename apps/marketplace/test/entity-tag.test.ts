// `If-Match` as RFC 9110, section 13.1.1, says: a list of tags, one of them must match strongly.

import { expect, test } from "vitest";
import { send, startMarketplace } from "./start-marketplace.ts";

test.each<{ given: string; want: number }>([
  { given: '"2"', want: 200 },
  { given: '"2.kVb2Wq0Zt8mLx1Yc"', want: 200 },
  { given: "*", want: 200 },
  { given: '"1", "2"', want: 200 },
  { given: '"2","1"', want: 200 },
  { given: 'W/"1", "2.x"', want: 200 },
  { given: ', "1" ,, "2" ,', want: 200 },
  { given: '"a,b", "2"', want: 200 },
  { given: '"1"', want: 412 },
  { given: '"1", "3"', want: 412 },
  { given: 'W/"2"', want: 412 },
  { given: 'W/"2", W/"2.kVb2Wq0Zt8mLx1Yc"', want: 412 },
  { given: '"22"', want: 412 },
  { given: '"of-another-server"', want: 412 },
  { given: '""', want: 412 },
  { given: '"1,2"', want: 412 },
  { given: "2", want: 400 },
  { given: '"2', want: 400 },
  { given: 'w/"2"', want: 400 },
  { given: '* , "2"', want: 400 },
  { given: '"1" "2"', want: 400 },
  { given: '"a tag has no space"', want: 400 },
])("a listing of version 2 is changed if If-Match is $given: $want", async ({ given, want }) => {
  const { url, token } = await startMarketplace();
  const ada = await token("ada");
  const change = (title: string, headers = {}) =>
    send(`${url}/listings/1`, "POST", { token: ada, body: { title }, headers });
  await change("second");
  expect((await change("third", { "if-match": given })).status).toBe(want);
});

test("lines of If-Match are one list", async () => {
  const { url, token } = await startMarketplace();
  const headers = new Headers([
    ["authorization", `Bearer ${await token("ada")}`],
    ["content-type", "application/json"],
  ]);
  for (const tag of ['"7"', '"1"']) headers.append("if-match", tag);
  const body = JSON.stringify({ title: "x" });
  const answer = await fetch(`${url}/listings/1`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
});
