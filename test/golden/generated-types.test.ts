// The types of the goldens: what a caller may write, and what a response contains.

import { restTransport } from "@specwright/rest/client";
import { restRoutes } from "@specwright/rest/fastify";
import { bearer, createRestHandler, type RequestContext } from "@specwright/rest/server";
import type { Decimal, Instant, PlainDate, RestTransport } from "@specwright/runtime/codegen";
import { describe, expect, expectTypeOf, it } from "vitest";
import type * as integers from "./cases/all-of-integers/out/types.ts";
import type * as dates from "./cases/dates/out/types.ts";
import type * as temporal from "./cases/dates-temporal/out/types.ts";
import type * as decimals from "./cases/decimals/out/types.ts";
import type * as client from "./cases/defaults/out/client.ts";
import type * as codecs from "./cases/defaults/out/codec.ts";
import type * as server from "./cases/defaults/out/server.ts";
import type * as filled from "./cases/defaults/out/types.ts";
import type * as hooks from "./cases/defaults/out/webhooks.ts";
import type * as filledClient from "./cases/defaults-channels/out/client.ts";
import type * as filledServer from "./cases/defaults-channels/out/server.ts";
import type * as filledChannels from "./cases/defaults-channels/out/types.ts";
import type * as publishedDescriptors from "./cases/defaults-published/out/descriptors.ts";
import type * as published from "./cases/defaults-published/out/types.ts";
import type * as shapes from "./cases/discriminator-elsewhere/out/types.ts";
import type * as implied from "./cases/discriminator-implied/out/types.ts";
import type * as mapped from "./cases/discriminator-mapping/out/types.ts";
import type * as family from "./cases/discriminator-parent/out/types.ts";
import * as enums from "./cases/enum-objects/out/types.ts";
import type * as chosen from "./cases/int64-chosen/out/types.ts";
import type * as digits from "./cases/int64-string/out/types.ts";
import type * as annotated from "./cases/read-write-only/out/types.ts";
import type * as older from "./cases/read-write-only-3.0/out/types.ts";
import type * as requests from "./cases/request-reply/out/server.ts";
import { createSecurityClient } from "./cases/security/out/client.ts";
import { operations, type SecurityHandlers } from "./cases/security/out/server.ts";
import type * as upgrades from "./cases/ws-bindings/out/client.ts";

describe("32.6 the names of security schemes", () => {
  const baseUrl = "https://a.example";

  it("are the ones of the contract in the credentials of a client", () => {
    const plain: RestTransport = restTransport({ baseUrl, credentials: { session: "s" } });
    const clients = [
      createSecurityClient(restTransport({ baseUrl })),
      createSecurityClient(restTransport({ baseUrl, credentials: { session: "s" } })),
      createSecurityClient(restTransport({ baseUrl, credentials: { key: () => "k", oauth: "o" } })),
      createSecurityClient(plain),
      // @ts-expect-error: it is called session.
      createSecurityClient(restTransport({ baseUrl, credentials: { sesion: "s" } })),
      // @ts-expect-error: one of them is called key.
      createSecurityClient(restTransport({ baseUrl, credentials: { session: "s", ky: "k" } })),
    ];
    expect(clients).toHaveLength(6);
  });

  it("all have a verifier in a server", () => {
    const answer = () => ({ status: 204 }) as const;
    const handlers = { byDefault: answer, either: answer, forSome: answer, forAll: answer };
    const some = { key: bearer(String), oauth: bearer(String), session: bearer(String) };
    const all = { ...some, signed: bearer(String) };
    const misspelt = { ...some, singed: bearer(String) };
    createRestHandler({ operations, handlers, authenticate: all });
    createRestHandler({ operations: operations.slice(-1), handlers });
    restRoutes({ operations, handlers, authenticate: all });
    const wrong = [
      // @ts-expect-error: no verifier.
      () => createRestHandler({ operations, handlers }),
      // @ts-expect-error: none of signed.
      () => createRestHandler({ operations, handlers, authenticate: some }),
      // @ts-expect-error: it is called signed.
      () => createRestHandler({ operations, handlers, authenticate: misspelt }),
      // @ts-expect-error: no verifier.
      () => restRoutes({ operations, handlers }),
    ];
    for (const each of wrong.slice(0, 3)) expect(each).toThrow("missing_authenticator");
  });
});

it("32.6 a principal exists where a credential is required", () => {
  type User = { readonly name: string };
  const handlers: SecurityHandlers<RequestContext<User>> = {
    byDefault: (_, { principal }) => ({ status: 204, name: principal.name }),
    either: (_, { principal }) => ({ status: 204, name: principal.name }),
    // @ts-expect-error: nobody has to be known.
    forSome: (_, { principal }) => ({ status: 204, name: principal.name }),
    // @ts-expect-error: nobody is known.
    forAll: (_, { principal }) => ({ status: 204, name: principal.name }),
  };
  expect(Object.keys(handlers)).toHaveLength(4);
});

describe("channels", () => {
  it("need the required headers, and no parameter with a default", () => {
    type Opening = Parameters<upgrades.UpgradesClient["orders"]>[0];
    const query = { market: [] };
    const headers = { "X-Client": "a" };
    const least: Opening = { path: { account: "main" }, query, headers };
    const whole: Opening = { ...least, path: { account: "main", region: "eu" } };
    // @ts-expect-error: no headers.
    const headless: Opening = { path: { account: "main" }, query };
    // @ts-expect-error: no account.
    const nameless: Opening = { path: { region: "eu" }, query, headers };
    // @ts-expect-error: another region.
    const elsewhere: Opening = { path: { account: "main", region: "us-1" }, query, headers };
    expect([least, whole, headless, nameless, elsewhere]).toHaveLength(5);
  });

  it("accept replies without the id that is filled in, also where it is nested", () => {
    type Reply = Awaited<ReturnType<requests.RequestsRequestHandlers["tell"]>>;
    const replies: readonly Reply[] = [
      { answer: "a" },
      { answer: "a", meta: {} },
      { error: "a", meta: { ref: "r" } },
      // @ts-expect-error: no answer.
      { meta: { ref: "r" } },
      // @ts-expect-error: the id is a string.
      { answer: "a", meta: { ref: 1 } },
    ];
    expect(replies).toHaveLength(5);
  });
});

describe("defaults that readers apply", () => {
  it("are present in read values, and optional in written ones", () => {
    type Ledger = NonNullable<(typeof publishedDescriptors.ledger)["~types"]>;
    expectTypeOf<
      Ledger["serverMessageWritten"]
    >().toEqualTypeOf<published.LedgerServerMessageWritten>();
    expectTypeOf<Ledger["serverMessage"]>().toEqualTypeOf<published.LedgerServerMessage>();
    expectTypeOf<filled.Options>().toEqualTypeOf<{ deep: boolean; limit: number }>();
    expectTypeOf<filled.OptionsWritten>().toEqualTypeOf<{ deep?: boolean; limit?: number }>();
    expectTypeOf<filled.Pet["options"]>().toEqualTypeOf<filled.Options>();
    expectTypeOf<filled.PetWritten["options"]>().toEqualTypeOf<filled.OptionsWritten | undefined>();
    expectTypeOf<filled.Pet["born"]>().toEqualTypeOf<Date>();
    expectTypeOf<filled.Pet["note"]>().toEqualTypeOf<string | null>();
    expectTypeOf<filled.Pet["wrong"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<filled.PetWritten["name"]>().toEqualTypeOf<string>();
    expectTypeOf<filled.ShapeWritten>().toEqualTypeOf<filled.CircleWritten | filled.Square>();
    // A value that was read may be written.
    expectTypeOf<filled.Dog>().toExtend<filled.DogWritten>();
  });

  it("belong to the side that reads", () => {
    type Call = Parameters<client.DefaultsClient["listPets"]>[0];
    type Answer = Awaited<ReturnType<client.DefaultsClient["listPets"]>>;
    type Handled = Parameters<server.DefaultsHandlers["listPets"]>[0];
    type Returned = Awaited<ReturnType<server.DefaultsHandlers["listPets"]>>;
    expectTypeOf<NonNullable<NonNullable<Call>["query"]>["limit"]>().toEqualTypeOf<
      bigint | undefined
    >();
    expectTypeOf<Handled["query"]["limit"]>().toEqualTypeOf<bigint>();
    expectTypeOf<Answer["body"]>().toEqualTypeOf<filled.Pet[]>();
    expectTypeOf<Answer["headers"]["X-Left"]>().toEqualTypeOf<bigint>();
    expectTypeOf<Returned["body"]>().toEqualTypeOf<filled.PetWritten[]>();
    expectTypeOf<Returned["headers"]>().toEqualTypeOf<
      filled.ListPets200HeadersWritten | undefined
    >();
    expectTypeOf<ReturnType<typeof codecs.PetCodec.decode>>().toEqualTypeOf<filled.Pet>();
    expectTypeOf<Parameters<typeof codecs.PetCodec.encode>[0]>().toEqualTypeOf<filled.PetWritten>();
  });

  it("belong to the side of a webhook that reads", () => {
    type Handler = hooks.DefaultsWebhookHandlers["adopted"];
    type Sent = NonNullable<(typeof hooks.adopted)["~types"]>;
    expectTypeOf<Parameters<Handler>[0]["body"]>().toEqualTypeOf<filled.Pet>();
    expectTypeOf<Awaited<ReturnType<Handler>>["body"]>().toEqualTypeOf<filled.OptionsWritten>();
    expectTypeOf<Sent["request"]["body"]>().toEqualTypeOf<filled.PetWritten>();
    expectTypeOf<Sent["response"]["body"]>().toEqualTypeOf<filled.Options>();
  });

  it("belong to the side of a channel that reads", () => {
    type Stream = ReturnType<filledClient.FeedsClient["feed"]>;
    type Requests = filledServer.FeedsRequestHandlers;
    type Sent = Parameters<Parameters<NonNullable<filledServer.FeedsHandlers["feed"]>>[0]["send"]>;
    expectTypeOf<Parameters<Stream["send"]>[0]>().toEqualTypeOf<filledChannels.AskWritten>();
    expectTypeOf<Awaited<ReturnType<Stream["ask"]>>>().toEqualTypeOf<filledChannels.Told>();
    expectTypeOf<Sent[0]>().toEqualTypeOf<filledChannels.FeedServerMessageWritten>();
    expectTypeOf<Parameters<Requests["ask"]>[0]>().toEqualTypeOf<filledChannels.Ask>();
    expectTypeOf<Parameters<Requests["ask"]>[1]["query"]["depth"]>().toEqualTypeOf<number>();
  });
});

describe("readOnly and writeOnly", () => {
  it("in 3.0 are members of one direction only", () => {
    expectTypeOf<keyof older.AccountInput>().toEqualTypeOf<
      "kind" | "name" | "password" | "owner" | "closed" | "parent"
    >();
    expectTypeOf<keyof older.Account>().toEqualTypeOf<
      "kind" | "id" | "name" | "owner" | "closed" | "parent"
    >();
    expectTypeOf<older.Login>().toEqualTypeOf<{ token: string }>();
    expectTypeOf<older.OwnerInput>().toEqualTypeOf<{ number?: bigint }>();
  });

  it("in 3.1 are optional in the opposite direction", () => {
    expectTypeOf<annotated.AccountInput>().toEqualTypeOf<{
      name: string;
      password: string;
      id?: string;
      creator?: annotated.PersonInput;
      device?: annotated.DeviceInput;
    }>();
    expectTypeOf<annotated.Account>().toEqualTypeOf<{
      id: string;
      name: string;
      password?: string;
      creator?: annotated.Person;
      device?: annotated.Device;
    }>();
  });

  it("belong to the bodies of their direction", () => {
    expectTypeOf<older.CreateAccountRequest["body"]>().toEqualTypeOf<older.AccountInput>();
    expectTypeOf<older.CreateAccountResponse["body"]>().toEqualTypeOf<older.Account>();
    // The owner of the account sends the request of a callback.
    expectTypeOf<older.AccountCreatedRequest["body"]>().toEqualTypeOf<older.Account | undefined>();
  });
});

describe("a discriminator", () => {
  it("gives each branch the literals of its tag", () => {
    expectTypeOf<mapped.Cat["kind"]>().toEqualTypeOf<"feline">();
    expectTypeOf<mapped.Dog["kind"]>().toEqualTypeOf<"canine">();
    expectTypeOf<implied.Opened["type"]>().toEqualTypeOf<"Opened">();
    expectTypeOf<shapes.Square["form"]>().toEqualTypeOf<"Square">();
  });

  it("narrows by switch", () => {
    const livesOf = (pet: mapped.Pet): number => {
      switch (pet.kind) {
        case "feline":
          return pet.lives;
        case "canine":
          return pet.tricks?.length ?? 0;
        default:
          return pet satisfies never;
      }
    };
    expectTypeOf(livesOf).returns.toEqualTypeOf<number>();
  });

  it("leaves a branch that is used elsewhere, and narrows it in the union", () => {
    expectTypeOf<shapes.Circle["form"]>().toEqualTypeOf<string>();
    expectTypeOf<shapes.Shape["form"]>().toEqualTypeOf<"round" | "circle" | "Square" | "line">();
    const radiusOf = (shape: shapes.Shape): number =>
      shape.form === "round" || shape.form === "circle" ? shape.radius : 0;
    expectTypeOf(radiusOf).returns.toEqualTypeOf<number>();
  });

  it("of a parent that lists its children keeps all properties and the union", () => {
    expectTypeOf<family.Pet>().toEqualTypeOf<family.Cat | family.Dog>();
    expectTypeOf<family.Cat["kind"]>().toEqualTypeOf<"cat">();
    expectTypeOf<family.Cat["lives"]>().toEqualTypeOf<bigint>();
    expectTypeOf<family.Pet["name"]>().toEqualTypeOf<string>();
    expectTypeOf<family.Pet["friend"]>().toEqualTypeOf<family.Pet | undefined>();
  });

  it("30.10 with a default does not narrow the default", () => {
    expectTypeOf<shapes.Answer>().toEqualTypeOf<shapes.Yes | shapes.Other>();
    expectTypeOf<shapes.Other["answer"]>().toEqualTypeOf<string | undefined>();
  });
});

describe("enum objects", () => {
  it("have values of the type with their name", () => {
    expect(enums.Color).toEqual({
      red: "red",
      "dark blue": "dark blue",
      constructor: "constructor",
    });
    expect(enums.Level).toEqual({ Low: 1, High: 2 });
    expect(enums.Wide).toEqual({ 1: 1n, "9007199254740993": 9007199254740993n });
    expectTypeOf<(typeof enums.Color)[keyof typeof enums.Color]>().toEqualTypeOf<enums.Color>();
    expectTypeOf(enums.Level.High).toEqualTypeOf<2>();
  });

  it("are not written for other values", () => {
    expect(Object.keys(enums).sort()).toEqual(["Color", "Level", "Maybe", "Wide"]);
  });
});

describe("integers", () => {
  it("have the type in x-type", () => {
    expectTypeOf<chosen.Event>().toEqualTypeOf<{
      id: bigint;
      at: number;
      count: bigint;
      kind?: 1n | 2n;
    }>();
  });

  it("that two schemas describe have one type", () => {
    expectTypeOf<integers.Child["id"]>().toEqualTypeOf<bigint>();
    expectTypeOf<integers.Base["id"]>().toEqualTypeOf<bigint>();
    expectTypeOf<integers.WholePriced["price"]>().toEqualTypeOf<number>();
  });
});

describe("dates", () => {
  it("have the type of the option, or of x-type", () => {
    expectTypeOf<dates.Event>().toEqualTypeOf<{
      id: bigint;
      at: Date;
      day?: string;
      text?: string;
      nano?: Instant;
      ended?: Date | null;
      late?: Date;
      known?: "2024-01-01T00:00:00Z";
      log?: { [key: string]: Date[] };
    }>();
    expectTypeOf<dates.Either>().toEqualTypeOf<Date | string | bigint>();
    expectTypeOf<dates.ListEventsQuery>().toEqualTypeOf<{ days?: Date[]; since?: Date }>();
    expectTypeOf<dates.AddEventBody>().toEqualTypeOf<{ from: Date }>();
  });

  it("are instants and days of Temporal", () => {
    expectTypeOf<temporal.Tick["at"]>().toEqualTypeOf<Instant>();
    expectTypeOf<temporal.Tick["pair"]>().toEqualTypeOf<[string, PlainDate] | undefined>();
    expectTypeOf<temporal.Tick["time"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<temporal.Tick["old"]>().toEqualTypeOf<Date | undefined>();
    expectTypeOf<temporal.Both>().toEqualTypeOf<string>();
    // Without the types of Temporal, as in this program: the members that every implementation has.
    expectTypeOf<Instant["epochNanoseconds"]>().toEqualTypeOf<bigint>();
    expectTypeOf<PlainDate["year"]>().toEqualTypeOf<number>();
  });
});

it("decimals are Decimal or their digits", () => {
  expectTypeOf<decimals.Price>().toEqualTypeOf<{
    text: Decimal;
    number: Decimal;
    digits?: string;
    double?: number;
    either?: Decimal | null;
    list?: Decimal[];
  }>();
  expectTypeOf<decimals.Worth>().toEqualTypeOf<Decimal | "none">();
  // The number would have the same type as a string next to it.
  expectTypeOf<decimals.Amount>().toEqualTypeOf<number | string>();
});

it("int64 are their digits", () => {
  expectTypeOf<digits.Account>().toEqualTypeOf<{
    id: string;
    small?: number;
    big?: string;
    real?: bigint;
    safe?: number;
    level?: 1n | 2n;
    bounded?: string;
    none?: string | null;
    list?: string[];
  }>();
  expectTypeOf<digits.Count>().toEqualTypeOf<string>();
  // Digits would have the same type as a string next to them.
  expectTypeOf<digits.Key>().toEqualTypeOf<bigint | string>();
  expectTypeOf<digits.ReadAccountPath>().toEqualTypeOf<{ id: string }>();
});
