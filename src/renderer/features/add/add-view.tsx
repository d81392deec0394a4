import { Bell, Check, PencilLine, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { groupBy } from "../../../shared/arrays.js";
import { AddCard } from "../../components/adding/add-card.js";
import { Question } from "../../components/adding/question.js";
import { sharedCause } from "../../components/adding/steps.js";
import { LeftOutNotes } from "../../components/adding/watched-card.js";
import { Button } from "../../components/button.js";
import { ProgressBar } from "../../components/progress-bar.js";
import { ErrorNote } from "../../components/states.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount, formatPercent, formatPlural } from "../../lib/format.js";
import { shopHost, shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { unreadText } from "../../lib/unread-text.js";
import { useAct } from "../../lib/use-act.js";
import { answerAll, enterPrice } from "../../stores/adding/answers.js";
import {
  byRequest,
  type Entry,
  isAdded,
  isUnderWay,
  leftOutOf,
  needsShopper,
  openAddMany,
  unreadOf,
  useAdding,
  watchedIn,
} from "../../stores/adding/entries.js";
import { dropOpen, takeBack } from "../../stores/adding/links.js";
import { useLists } from "../../stores/lists.js";
import { go } from "../../stores/navigation.js";
import { notifyFailure } from "../../stores/notices.js";
import { setTargets } from "../../stores/targets.js";
import { useWatchedRows } from "../../stores/watch-list.js";
import { AddForm } from "./add-form.js";
import { Preview } from "./list-preview.js";
import { FollowedSection, ImportsSection } from "./lists-section.js";
import "./add.css";

/** Links that are being added and watched, each with its own card, and the form for more. */
export function AddView() {
  const { entries, latestFrom, isFormOpen } = useAdding();
  const { preview, error } = useLists();
  const { adding } = texts();
  const isFormShown = entries.length === 0 || isFormOpen;
  const { latest, earlier } = byRequest({ entries, latestFrom });
  return (
    <div className="page">
      <header className="page-header">
        <h1>{isFormOpen ? adding.title : titleOf(latest)}</h1>
        {entries.length > 0 && !isFormOpen && (
          <Button variant="quiet" onClick={openAddMany}>
            {adding.addMore}
          </Button>
        )}
      </header>
      {preview ? (
        <Preview preview={preview} />
      ) : (
        <>
          {isFormShown && <AddForm />}
          {error && <ErrorNote error={error} />}
        </>
      )}
      {isFormShown && (
        <>
          <ImportsSection />
          <FollowedSection />
        </>
      )}
      {latest.length > 0 && <Cards entries={latest} isFormShown={isFormShown} />}
      {earlier.length > 0 && <Earlier entries={earlier} />}
    </div>
  );
}

function titleOf([entry, ...others]: readonly Entry[]): string {
  const { adding } = texts();
  if (entry === undefined) return adding.title;
  if (others.length > 0) return adding.added;
  if (isUnderWay(entry)) return adding.underWay;
  return entry.state.kind === "watched" ? adding.watching : adding.oneQuestion;
}

interface CardsProps {
  readonly entries: readonly Entry[];
  /** The form has the focus then, not the card of an only link. */
  readonly isFormShown: boolean;
}

function Cards({ entries, isFormShown }: CardsProps) {
  const isOnly = entries.length === 1;
  return (
    <>
      {!isOnly && <Progress entries={entries} />}
      {!isOnly && <ForAll entries={entries} />}
      <CardList
        label={texts().adding.title}
        entries={[...entries.filter(isPending), ...entries.filter((entry) => !isPending(entry))]}
        isOnly={isOnly && !isFormShown}
      />
    </>
  );
}

interface CardListProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly isOnly?: boolean;
}

/** What a link has in common with others that share a card with it. */
function groupOf(entry: Entry): string {
  const leftOut = leftOutOf(entry);
  return sharedCause(entry) ?? (leftOut === null ? String(entry.id) : JSON.stringify(leftOut));
}

/** A card per link, or one for all links whose shops cannot be reached, that are sold out, or that could not get the same. */
function CardList({ label, entries, isOnly = false }: CardListProps) {
  return (
    <ul className="add-cards stack bounded gap-3" aria-label={label}>
      {[...groupBy(entries, groupOf)].map(([key, group]) => {
        if (sharedLeftOut(group)) return item(key, <LeftOutGroup entries={group} />);
        if (haveOneQuestion(group)) return item(key, <QuestionForAll entries={group} />);
        return group.map((entry) => item(entry.id, <AddCard entry={entry} isOnly={isOnly} />));
      })}
    </ul>
  );
}

function haveOneQuestion(group: readonly Entry[]): boolean {
  return group.length > 1 && group.every((entry) => sharedCause(entry) !== null);
}

function item(key: string | number, card: ReactNode) {
  return <li key={key}>{card}</li>;
}

/** Links of earlier requests that still wait for the shopper. */
function Earlier({ entries }: { readonly entries: readonly Entry[] }) {
  const { adding } = texts();
  return (
    <section className="stack gap-3" aria-label={adding.earlier}>
      <header className="line between gap-3">
        <h2>{adding.earlier}</h2>
        <Button variant="quiet" onClick={() => dropOpen(entries)}>
          {adding.dropOpen}
        </Button>
      </header>
      <CardList label={adding.earlier} entries={entries} />
    </section>
  );
}

/** Links that are not watched yet are on top. */
function isPending({ state }: Entry): boolean {
  return state.kind !== "watched";
}

/** Counts the watched links and those that wait for the shopper. */
function Progress({ entries }: { readonly entries: readonly Entry[] }) {
  const { adding } = texts();
  const done = entries.filter((entry) => !isUnderWay(entry)).length;
  const watched = watchedIn(entries);
  const open = entries.filter(needsShopper).length;
  const counts = [formatCount(watched.links), formatCount(entries.length)] as const;
  const text =
    watched.products < watched.links
      ? adding.progressOf(...counts, formatPlural("product", watched.products))
      : adding.progress(...counts);
  return (
    <div className="add-progress line wraps gap-3">
      {done < entries.length && (
        <ProgressBar label={adding.underWay} done={done} total={entries.length} text={text} />
      )}
      <p role="status">
        {text}
        {open > 0 && ` ${adding.needYou(formatPlural("link", open))}`}
      </p>
      {open > 0 && <Button onClick={showNextOpen}>{adding.nextOpen}</Button>}
      {open > 1 && (
        <Button variant="quiet" className="push" onClick={() => dropOpen(entries)}>
          {adding.dropOpen}
        </Button>
      )}
    </div>
  );
}

/** Scrolls to the next open card below the middle of the window, or to the first one, and focuses it. */
function showNextOpen(): void {
  const open = [...document.querySelectorAll<HTMLElement>(".add-card.is-open")];
  const after = open.findIndex((card) => card.getBoundingClientRect().top > window.innerHeight / 2);
  const next = open[Math.max(0, after)];
  next?.scrollIntoView({ block: "center" });
  next?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
}

const targetPercent = 10;

function doneText(added: number, missing: number): string {
  const { adding } = texts();
  return missing === 0
    ? adding.targetsForAll
    : adding.targetsFor(formatCount(added - missing), formatCount(added));
}

/** Actions for all added products, once all links have been read. */
function ForAll({ entries }: { readonly entries: readonly Entry[] }) {
  const { isBusy, run } = useAct(notifyFailure);
  const watched = entries.flatMap(({ state }) => (state.kind === "watched" ? [state.productKey] : []));
  const own = entries.filter(isAdded);
  const rows = useWatchedRows();
  if (entries.some(isUnderWay) || watched.length < 2) return null;
  const { adding, watchList } = texts();
  const added = [...new Set(watched)].flatMap((productKey) => rows.get(productKey) ?? []);
  const missing = added.filter(({ target }) => target === null);
  const isDone = missing.length < added.length && missing.every(({ best }) => best === null);
  const setAll = () =>
    run(() => setTargets([...new Set(watched)], { percent: targetPercent, isReplacing: false }));
  return (
    <div>
      <Button disabled={isBusy || isDone} icon={isDone && <Check size={14} />} onClick={() => void setAll()}>
        {isDone ? doneText(added.length, missing.length) : adding.targetForAll(formatPercent(targetPercent))}
      </Button>
      {isDone && missing.length > 0 && (
        <span className="quiet">{watchList.targetsPriceless(formatPlural("product", missing.length))}</span>
      )}
      {own.length > 1 && (
        <Button variant="quiet" onClick={() => void takeBack(own)}>
          {adding.undoAll(formatCount(own.length))}
        </Button>
      )}
    </div>
  );
}

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
  return (
    <GroupCard
      title={adding.nowWatched(formatPlural("link", entries.length))}
      about={<LeftOutNotes leftOut={leftOut} />}
      answers={
        added.length > 0 && (
          <Button onClick={() => void takeBack(added)}>{adding.undoAll(formatCount(added.length))}</Button>
        )
      }
    >
      {watched.map(({ id, productKey, title }) => (
        <li key={id} className="line between gap-3">
          <span className="truncate">{title}</span>
          <Button variant="quiet" onClick={() => go({ view: "product", productKey })}>
            {common.open}
          </Button>
        </li>
      ))}
    </GroupCard>
  );
}

interface GroupCardProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly about: ReactNode;
  readonly answers: ReactNode;
  /** The links, a line each. */
  readonly children: ReactNode;
}

/** One card for several links. */
function GroupCard({ title, isOpen = false, about, answers, children }: GroupCardProps) {
  return (
    <article className={classNames("add-card card", isOpen && "is-open")} aria-label={title}>
      <Question
        {...{ title, about, answers }}
        form={<ul className="add-choices scrolls small">{children}</ul>}
      />
    </article>
  );
}

/** Several links whose shops cannot be reached, or whose products are sold out: one question for all. */
export function QuestionForAll({ entries }: { readonly entries: readonly Entry[] }) {
  const [first] = entries;
  const unread = first && unreadOf(first.state);
  if (!unread) return null;
  const ids = entries.map(({ id }) => id);
  const { adding } = texts();
  const isSoldOut = unread.cause === "out-of-stock";
  const hosts = new Set(entries.flatMap(({ url }) => (url === null ? [] : [shopHost(url)])));
  const whose = hosts.size === 1 ? [...hosts].map(shopName).join() : formatPlural("shop", hosts.size);
  return (
    <GroupCard
      title={
        isSoldOut
          ? adding.allSoldOut(formatPlural("product", entries.length))
          : adding.linksOf(whose, formatPlural("link", entries.length))
      }
      isOpen
      about={isSoldOut ? adding.soldOutAbout : unreadText(unread)}
      answers={
        <>
          {isSoldOut ? (
            <Button
              variant="primary"
              icon={Bell}
              onClick={() => void answerAll(ids, { alerts_on_return: true })}
            >
              {adding.watchAllUntilBack}
            </Button>
          ) : (
            <Button variant="primary" icon={RotateCw} onClick={() => void answerAll(ids, {})}>
              {adding.tryAll}
            </Button>
          )}
          <Button variant="quiet" onClick={() => dropOpen(entries)}>
            {adding.drop}
          </Button>
        </>
      }
    >
      {entries.map(({ id, text, state }) => (
        <li key={id} className="line between gap-3">
          <span className="quiet truncate">{(isSoldOut && unreadOf(state)?.title) || text}</span>
          <Button variant="quiet" icon={PencilLine} onClick={() => enterPrice(id)}>
            {adding.byHand}
          </Button>
        </li>
      ))}
    </GroupCard>
  );
}
