/** Everything for upstream servers, imported on first use to keep the engine's start fast. */
export { ServiceChecks } from "./check-offers.js";
export {
  addService,
  changeService,
  listServices,
  removeService,
  sealOldServiceKeys,
  testService,
} from "./manage.js";
export { ReadThrough } from "./read-through.js";
