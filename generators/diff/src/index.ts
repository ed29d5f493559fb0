export {
  type CompareOptions,
  type Containment,
  compareSchemas,
  type Effect,
  type SchemaComparison,
} from "./compare-schemas.ts";
