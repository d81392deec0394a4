/** All that services need, loaded together with the first use of one: the engine's start does without. */
export { ServiceChecks } from "./check-offers.js";
export {
  addService,
  changeService,
  listServices,
  removeService,
  sealOldServiceKeys,
  testService,
} from "./manage.js";
export { ServiceDesk } from "./service-desk.js";
