import { testDatabases } from "@specwright/service/database/testing";
import { describePublisher } from "./describe-publisher.ts";

describePublisher(testDatabases({ fileName: "publisher.db", postgresUrl: undefined }));
