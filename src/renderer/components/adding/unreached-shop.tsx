import { PencilLine, RotateCw } from "lucide-react";
import { formatPlural } from "../../lib/format.js";
import { shopHost, shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { unreadText } from "../../lib/unread-text.js";
import { answerAll, enterPrice } from "../../stores/adding/answers.js";
import { type Entry, unreadOf } from "../../stores/adding/entries.js";
import { dropOpen } from "../../stores/adding/links.js";
import { Button } from "../button.js";
import { Question } from "./question.js";
import { isUnreached } from "./steps.js";

/** The key of the shop that cannot be reached, whose links share a card; null for any other link. */
export function unreachedShop({ state, url, draft }: Entry): string | null {
  const unread = unreadOf(state);
  const isByHand = draft !== undefined || (state.kind === "question" && state.figure !== undefined);
  if (unread === null || url === null || isByHand || !isUnreached(unread.cause)) return null;
  return `${unread.cause} ${shopHost(url)}`;
}

/** Several links of a shop that cannot be reached: one question for all. */
export function UnreachedShop({ entries }: { readonly entries: readonly Entry[] }) {
  const [first] = entries;
  const unread = first && unreadOf(first.state);
  if (!unread || !first?.url) return null;
  const ids = entries.map(({ id }) => id);
  const { adding } = texts();
  const title = adding.linksOf(shopName(shopHost(first.url)), formatPlural("link", entries.length));
  return (
    <article className="add-card card is-open" aria-label={title}>
      <Question
        title={title}
        about={unreadText(unread)}
        answers={
          <>
            <Button variant="primary" icon={RotateCw} onClick={() => void answerAll(ids, {})}>
              {adding.tryAll}
            </Button>
            <Button variant="quiet" onClick={() => dropOpen(entries)}>
              {adding.drop}
            </Button>
          </>
        }
        form={
          <ul className="add-choices small">
            {entries.map(({ id, text }) => (
              <li key={id} className="line between gap-3">
                <span className="quiet truncate">{text}</span>
                <Button variant="quiet" icon={PencilLine} onClick={() => enterPrice(id)}>
                  {adding.byHand}
                </Button>
              </li>
            ))}
          </ul>
        }
      />
    </article>
  );
}
