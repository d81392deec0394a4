import { LookupBox } from "./lookup-box.js";
import { LookupFailure } from "./lookup-failure.js";
import "./lookup.css";

export function LookupBar() {
  return (
    <div className="lookup">
      <LookupBox />
      <LookupFailure />
    </div>
  );
}
