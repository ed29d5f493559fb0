import { once } from "node:events";
import { connect } from "node:net";
import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { startSmtp } from "../../src/mail/testing/start-smtp.ts";

test("a client that ends inside a mail leaves nothing behind, and the next mail arrives", async () => {
  const { url, caught } = await startSmtp();
  const client = connect(Number(new URL(url).port), "127.0.0.1");
  let replies = "";
  client.on("data", (chunk) => {
    replies += chunk;
  });
  await expect.poll(() => replies).toContain("220");
  client.write(
    "EHLO client\r\nMAIL FROM:<a@shop.example>\r\nRCPT TO:<b@people.example>\r\nDATA\r\n",
  );
  await expect.poll(() => replies).toContain("354");
  client.write("Subject: Half a mail\r\n");
  client.destroy();
  await once(client, "close");

  const mail = { from: "a@shop.example", to: "b@people.example", subject: "Whole", text: "Hello" };
  await createTransport(url).sendMail(mail);
  expect(caught.map(({ source }) => /^Subject: .*$/m.exec(source)?.[0])).toEqual([
    "Subject: Whole",
  ]);
});
