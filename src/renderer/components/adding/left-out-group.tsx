import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { type Entry, isAdded, leftOutOf } from "../../stores/adding/entries.js";
import { takeBack } from "../../stores/adding/links.js";
import { go } from "../../stores/navigation.js";
import { Button } from "../button.js";
import { Question } from "./question.js";
import { LeftOutNotes } from "./watched-card.js";

/** Fewer watched links have cards of their own. */
const minAlike = 4;

/** What all links of a group could not get: then they share a card. Null for links with cards of their own. */
export function sharedLeftOut(group: readonly Entry[]) {
  const leftOut = group[0] && leftOutOf(group[0]);
  return leftOut && group.length >= minAlike ? leftOut : null;
}

/** Watched links of a file that could not get the same: one note for all. */
export function LeftOutGroup({ entries }: { readonly entries: readonly Entry[] }) {
  const leftOut = sharedLeftOut(entries);
  if (leftOut === null) return null;
  const { adding, common } = texts();
  const watched = entries.flatMap(({ id, state }) => (state.kind === "watched" ? [{ id, ...state }] : []));
  const added = entries.filter(isAdded);
  const title = adding.nowWatched(formatPlural("link", entries.length));
  return (
    <article className="add-card card" aria-label={title}>
      <Question
        title={title}
        about={<LeftOutNotes leftOut={leftOut} />}
        answers={
          added.length > 0 && (
            <Button onClick={() => void takeBack(added)}>{adding.undoAll(formatCount(added.length))}</Button>
          )
        }
        form={
          <ul className="add-choices scrolls small">
            {watched.map(({ id, productKey, title: name }) => (
              <li key={id} className="line between gap-3">
                <span className="truncate">{name}</span>
                <Button variant="quiet" onClick={() => go({ view: "product", productKey })}>
                  {common.open}
                </Button>
              </li>
            ))}
          </ul>
        }
      />
    </article>
  );
}
