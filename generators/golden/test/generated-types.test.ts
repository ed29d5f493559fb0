// The types of goldens: what a caller may write, and what an answer contains.

import { describe, expectTypeOf, it } from "vitest";
import type * as annotated from "../cases/read-write-only/out/types.ts";
import type * as older from "../cases/read-write-only-3.0/out/types.ts";

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
    }>();
    expectTypeOf<annotated.Account>().toEqualTypeOf<{
      id: string;
      name: string;
      password?: string;
    }>();
  });

  it("belong to the bodies of their direction", () => {
    expectTypeOf<older.CreateAccountRequest["body"]>().toEqualTypeOf<older.AccountInput>();
    expectTypeOf<older.CreateAccountResponse["body"]>().toEqualTypeOf<older.Account>();
    // The owner of the account sends the request of a callback.
    expectTypeOf<older.AccountCreatedRequest["body"]>().toEqualTypeOf<older.Account | undefined>();
  });
});
