import type { LeftOut } from "../../../shared/app/links.js";
import { texts } from "../../lib/texts.js";

/** What a link asked for and its watched product could not get. */
export function LeftOutNotes({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  const { reasons } = texts();
  return leftOut.map(({ what, detail }) => (
    <p key={what} className="warn">
      {reasons.leftOut[what](detail)}
    </p>
  ));
}
