import { LookupBox } from "./lookup-box.js";
import { LookupFailure } from "./lookup-failure.js";
import "./lookup.css";

export function LookupBar() {
  return (
    <search className="lookup">
      <LookupBox />
      <LookupFailure />
    </search>
  );
}
