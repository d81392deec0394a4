import { MousePointerClick, PencilLine } from "lucide-react";
import type { AddLinkResult, PageChoice } from "../../../shared/app/pages.js";
import { isInBrowser } from "../../lib/bridge.js";
import { formatPrice } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { answer, clickPrice, enterPrice } from "../../stores/adding/answers.js";
import type { Entry } from "../../stores/adding/entries.js";
import { Button } from "../button.js";
import { ListedPage } from "./listed-page.js";
import { Question } from "./question.js";

type Named = Pick<PageChoice, "variant" | "place">;

/** The variant, else what stands beside the price or where it stands. */
function nameOf({ variant, place }: Named): string {
  const { adding } = texts();
  if (variant !== null) return variant;
  const { words = null, spot = "data", end } = place ?? {};
  // Names from a table stand as they are; a line is what the page says.
  const isJoined = words?.includes(" · ") === true;
  const where = words === null ? adding.spots[spot] : isJoined ? words : adding.onLine(words);
  return end === undefined ? where : `${adding.ends[end]} · ${where}`;
}

/** A name for each price to select from. Equal names are numbered. */
export function choiceNames(choices: readonly Named[]): string[] {
  const { adding } = texts();
  const names = choices.map(nameOf);
  return names.map((name, index) => {
    const equal = names.flatMap((other, i) => (other === name ? [i] : []));
    return equal.length === 1 ? name : `${name} · ${adding.nth(equal.indexOf(index) + 1, equal.length)}`;
  });
}

interface PickPriceProps {
  readonly entry: Entry;
  readonly question: Extract<AddLinkResult, { outcome: "choose" }>;
}

/** The prices of an ambiguous page. The shopper selects one. */
export function PickPrice({ entry, question }: PickPriceProps) {
  const { id } = entry;
  const { title, image, choices } = question;
  const { adding, history } = texts();
  const names = choiceNames(choices);
  return (
    <Question
      label={adding.whichPrice}
      title={title}
      image={image}
      about={choices.length === 1 ? adding.onePrice : adding.severalPrices}
      answers={
        <>
          {!isInBrowser() && (
            <Button variant="quiet" icon={MousePointerClick} onClick={() => void clickPrice(id)}>
              {adding.noneOfThese}
            </Button>
          )}
          <Button variant="quiet" icon={PencilLine} onClick={() => enterPrice(id)}>
            {adding.byHand}
          </Button>
        </>
      }
    >
      {question.list && <ListedPage entry={entry} />}
      <ul className="add-choices scrolls stack">
        {choices.map(({ pick, price, currency, sign, availability }, index) => (
          <li key={`${pick.from} ${pick.variant} ${pick.nth}`}>
            <button
              type="button"
              className="add-choice line gap-3 full from-start hovers"
              onClick={() => void answer(id, { pick })}
            >
              <span>{names[index]}</span>
              {availability === "out" && <span className="warn">{history.outOfStock}</span>}
              <strong className="push">{formatPrice(price, currency ?? sign)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </Question>
  );
}
