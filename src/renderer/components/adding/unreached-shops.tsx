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

/** Several links whose shops cannot be reached: one question for all. */
export function UnreachedShops({ entries }: { readonly entries: readonly Entry[] }) {
  const [first] = entries;
  const unread = first && unreadOf(first.state);
  if (!unread) return null;
  const ids = entries.map(({ id }) => id);
  const { adding } = texts();
  const hosts = new Set(entries.flatMap(({ url }) => (url === null ? [] : [shopHost(url)])));
  const whose = hosts.size === 1 ? [...hosts].map(shopName).join() : formatPlural("shop", hosts.size);
  const title = adding.linksOf(whose, formatPlural("link", entries.length));
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
          <ul className="add-choices scrolls small">
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
