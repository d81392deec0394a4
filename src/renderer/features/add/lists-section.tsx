import { ListChecks, Rss } from "lucide-react";
import { useState } from "react";
import type { LinkList } from "../../../shared/app/lists.js";
import { linkOf } from "../../../shared/links-in.js";
import { Button } from "../../components/button.js";
import { LineForm } from "../../components/fields.js";
import { ProgressBar } from "../../components/progress-bar.js";
import { Section } from "../../components/section.js";
import { EmptyState, ErrorNote } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { formatAge, formatCount, formatPlural, formatPrice } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { redo, undo } from "../../stores/acts.js";
import { useAnswer } from "../../stores/answers.js";
import {
  answerOpen,
  cancelImport,
  checkList,
  decide,
  followPage,
  progressOf,
  removeList,
} from "../../stores/lists.js";

/** Files that were imported, with their progress. Renders nothing without any. */
export function ImportsSection() {
  const imports = useAnswer("lists.all", {}).data?.lists.filter(({ kind }) => kind === "import") ?? [];
  const { lists } = texts();
  if (imports.length === 0) return null;
  return (
    <Section title={lists.imports} flush>
      <ul aria-label={lists.imports}>
        {imports.map((list) => (
          <li key={list.id} className="link-list line wraps ruled">
            <ImportedList list={list} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ListProps {
  readonly list: LinkList;
}

function openOf({ counts }: LinkList): number {
  return counts.question + counts.failed;
}

function ImportedList({ list }: ListProps) {
  const { name, counts, state, created_at: createdAt } = list;
  const nowMs = useNow();
  const { lists } = texts();
  const { done, total } = progressOf(list);
  const text = lists.progress(formatCount(done), formatCount(total));
  const facts = [
    lists.formats[list.format],
    formatAge(createdAt, nowMs),
    state === "running" ? text : lists.watched(formatPlural("link", counts.watched)),
    counts.known > 0 && lists.knownOf(formatCount(counts.known)),
  ];
  return (
    <>
      <div className="link-list-text shrinks">
        <h3 className="truncate">{name || lists.pasted}</h3>
        <p className="quiet">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {(state === "cancelled" || state === "undone") && <Tag>{lists.states[state]}</Tag>}
      <ImportActions list={list} />
      {state === "running" && <ProgressBar label={name} done={done} total={total} text={text} />}
      {openOf(list) > 0 && state !== "undone" && <OpenLine list={list} />}
    </>
  );
}

function OpenLine({ list }: ListProps) {
  const { adding, lists } = texts();
  return (
    <p className="link-list-open line wraps gap-3">
      {adding.needYou(formatPlural("link", openOf(list)))}
      <Button onClick={() => void answerOpen(list)}>{lists.answer}</Button>
    </p>
  );
}

function ImportActions({ list }: ListProps) {
  const { act_id: actId } = list;
  const { common, lists } = texts();
  if (list.state === "undone")
    return (
      <span className="line wraps gap-3">
        {actId !== null && (
          <Button variant="quiet" onClick={() => void redo(actId)}>
            {lists.redo}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void removeList(list)}>
          {common.remove}
        </Button>
      </span>
    );
  return (
    <span className="line wraps gap-3">
      {list.state === "running" && (
        <Button variant="quiet" onClick={() => void cancelImport(list)}>
          {lists.stop}
        </Button>
      )}
      {actId !== null && (
        <Button variant="quiet" onClick={() => void undo(actId)}>
          {lists.undoImport}
        </Button>
      )}
      {list.state !== "running" && (
        <Button variant="quiet" title={lists.forgetAbout} onClick={() => void removeList(list)}>
          {lists.forget}
        </Button>
      )}
    </span>
  );
}

/** Pages of links that are followed, and the form for another. */
export function FollowedSection() {
  const all = useAnswer("lists.all", {});
  const pages = all.data?.lists.filter(({ kind }) => kind === "page");
  const { lists } = texts();
  return (
    <Section title={lists.followed} flush>
      <p className="list-about quiet">{lists.followedAbout}</p>
      <FollowForm />
      {all.error && <ErrorNote error={all.error} onRetry={all.refresh} />}
      {pages?.length === 0 && (
        <EmptyState icon={Rss} title={lists.followedNone} text={lists.followedNoneAbout} />
      )}
      {pages && pages.length > 0 && (
        <ul aria-label={lists.followed}>
          {pages.map((list) => (
            <li key={list.id} className="link-list line wraps ruled">
              <FollowedList list={list} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function FollowForm() {
  const [url, setUrl] = useState("");
  const { isBusy, error, run } = useAct();
  const { lists } = texts();
  const submit = async () => {
    if (await run(() => followPage(url))) setUrl("");
  };
  return (
    <LineForm
      className="follow-form gap-3"
      maxLength={4_096}
      label={lists.followLabel}
      placeholder={lists.followExample}
      value={url}
      onChange={setUrl}
      submit={isBusy ? lists.reading : lists.follow}
      canSubmit={!isBusy && linkOf(url) !== null}
      onSubmit={() => void submit()}
    >
      {error && <ErrorNote error={error} />}
    </LineForm>
  );
}

function FollowedList({ list }: ListProps) {
  const { name, url, counts, gone, last_check: check } = list;
  const nowMs = useNow();
  const { common, lists } = texts();
  const watched = counts.watched + counts.known;
  const facts = [
    url === null ? "" : new URL(url).host,
    watched > 0 && lists.watched(formatPlural("link", watched)),
    gone > 0 && lists.gone(formatCount(gone)),
    check && lists.readAt(formatAge(check.at, nowMs)),
  ];
  return (
    <>
      <div className="link-list-text shrinks">
        <h3 className="truncate">{name}</h3>
        <p className="quiet">{facts.filter(Boolean).join(" · ")}</p>
        {check && check.outcome !== "ok" && <p className="warn">{check.reason}</p>}
      </div>
      <span className="line wraps gap-3">
        <Button variant="quiet" onClick={() => void checkList(list)}>
          {lists.readNow}
        </Button>
        <Button variant="quiet" title={lists.unfollowAbout} onClick={() => void removeList(list)}>
          {common.remove}
        </Button>
      </span>
      {openOf(list) > 0 && <OpenLine list={list} />}
      <Entries list={list} />
    </>
  );
}

const maxEntries = 200;

/** New entries, to be watched or dismissed, and those that the page no longer has. */
function Entries({ list }: ListProps) {
  const offered = useAnswer("lists.entries", { id: list.id, states: ["offered"], limit: maxEntries });
  const entries = offered.data?.entries ?? [];
  const { lists } = texts();
  if (entries.length === 0) return null;
  const ids = entries.map(({ id }) => id);
  return (
    <div className="offered">
      <p className="link-list-open line wraps gap-3">
        <span className="line">
          <ListChecks size={14} /> {lists.offered(formatPlural("link", list.counts.offered))}
        </span>
        <Button variant="primary" onClick={() => void decide(list, ids, "waiting")}>
          {lists.watchAll}
        </Button>
        <Button variant="quiet" onClick={() => void decide(list, ids, "dismissed")}>
          {lists.dismissAll}
        </Button>
      </p>
      <ul aria-label={lists.offeredIn(list.name)}>
        {entries.map((entry) => (
          <li key={entry.id} className="list-item line ruled gap-3">
            <span className="row-text">
              <span className="row-title truncate">{entry.title ?? entry.url}</span>
              {entry.gone_at !== null && <span className="quiet">{lists.goneNow}</span>}
            </span>
            {entry.price !== null && <span>{formatPrice(entry.price, entry.currency)}</span>}
            <Button
              aria-label={lists.watchWhat(entry.title ?? entry.url)}
              onClick={() => void decide(list, [entry.id], "waiting")}
            >
              {lists.watch}
            </Button>
            <Button
              variant="quiet"
              aria-label={lists.dismissWhat(entry.title ?? entry.url)}
              onClick={() => void decide(list, [entry.id], "dismissed")}
            >
              {lists.dismiss}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
