import { testDatabases } from "@specwright/database/testing";
import { describePublisher } from "./describe-publisher.ts";

describePublisher(testDatabases({ fileName: "publisher.db", postgresUrl: undefined }));
