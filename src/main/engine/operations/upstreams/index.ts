/** Everything for upstream servers, imported on first use to keep the engine's start fast. */
export { UpstreamChecks } from "./check-offers.js";
export { fetchHistory } from "./fetch-history.js";
export {
  addUpstream,
  changeUpstream,
  listUpstreams,
  removeUpstream,
  sealOldUpstreamKeys,
  testUpstream,
} from "./manage.js";
export { ReadThrough } from "./read-through.js";
