import { beforeEach, inject } from "vitest";

beforeEach(({ skip }) => {
  skip(inject("postgresUrl") === "", "no PostgreSQL server is installed");
});
