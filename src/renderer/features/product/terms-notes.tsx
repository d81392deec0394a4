import type { ConditionKind } from "../../../shared/app/paying.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { Button } from "../../components/button.js";
import { openPage } from "../../lib/bridge.js";
import { formatMoney } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { acceptPrice } from "../../stores/hand-edits.js";
import { countTerm } from "../../stores/paying.js";
import { usePage } from "./page.js";
import { openConditions, packWords, payingWords } from "./terms.js";
import "./sections.css";

interface NoteProps {
  readonly offer: Offer;
}

/** Lets the shopper say once that a price with a condition counts for them. */
export function CountButtons({ offer }: NoteProps) {
  const { terms } = usePage();
  const { paying } = texts();
  const conditions = openConditions(offer, terms);
  const kinds = new Set<ConditionKind>(conditions.map(({ kind }) => kind));
  return [...kinds].map((kind) => (
    <Button
      key={kind}
      variant="text"
      aria-label={paying.sayAt(paying.say[kind], offer.retailer)}
      title={conditions.find((each) => each.kind === kind)?.words}
      onClick={() => void countTerm({ retailer: offer.retailer, kind }, true)}
    >
      {paying.say[kind]}
    </Button>
  ));
}

/** What one pays for an offer, pack size and unit price, for the table. */
export function OfferTermsNote({ offer }: NoteProps) {
  const { terms } = usePage();
  const [paying, pack] = [payingWords(offer, terms), packWords(offer, terms)];
  if (paying === "" && pack === "") return null;
  return (
    <span className="offer-terms small quiet">
      {paying !== "" && <span className="offer-paying">{paying}</span>}
      <CountButtons offer={offer} />
      {pack !== "" && <span>{pack}</span>}
    </span>
  );
}

/** Of a list of products: the one whose price is shown. */
export function CheapestListed({ offer }: NoteProps) {
  const { cheapest } = usePage().terms.of(offer);
  if (cheapest === undefined) return null;
  const title = cheapest.title ?? cheapest.url;
  return (
    <p>
      <span className="quiet">{texts().lists.cheapestNow}</span>{" "}
      {cheapest.url.startsWith("https://") ? (
        <Button variant="quiet" onClick={() => openPage(cheapest.url)}>
          {title}
        </Button>
      ) : (
        title
      )}
    </p>
  );
}

/** A price on the page that does not count for now, unless the shopper says that it is right. */
export function HeldPrice({ offer }: NoteProps) {
  const page = usePage().terms.pageOf(offer);
  const price = page?.held_price ?? null;
  if (price === null) return null;
  const { offers } = texts();
  const shown = formatMoney(price, offer.currency);
  return (
    <p className="held-price" role="status">
      {page?.is_corrected ? offers.stillReads(shown) : offers.held(shown)}{" "}
      <Button variant="quiet" onClick={() => void acceptPrice(offer.id)}>
        {offers.acceptPrice(shown)}
      </Button>
    </p>
  );
}
