import { FileUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Button } from "../../components/button.js";
import { Section } from "../../components/section.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { setDraftText, useBatchDraft } from "../../stores/batch-draft.js";
import { identifiersMax } from "./batch-parts.js";
import { startRun } from "./batch-run.js";
import { ExtraChoice } from "./extra-choice.js";
import { type IdentifierList, readIdentifiers } from "./identifier-list.js";
import { useFileDrop } from "./use-file-drop.js";

interface BatchFormProps {
  /** Another list is being looked up; this one has to wait for it. */
  readonly isWaiting: boolean;
}

export function BatchForm({ isWaiting }: BatchFormProps) {
  const { text, include } = useBatchDraft();
  const list = useMemo(() => readIdentifiers(text), [text]);
  const count = list.identifiers.length;
  const canStart = !isWaiting && count > 0 && count <= identifiersMax;
  const start = () => canStart && startRun(list.identifiers, include);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start();
  };
  return (
    <Section title={texts().batch.whatToLookUp} isTitleHidden>
      <form className="batch-form" onSubmit={submit}>
        <IdentifierBox text={text} onKeyDown={onKeyDown} />
        <p className="quiet" role="status">
          {countText(list)}
          {isWaiting && texts().batch.waits}
        </p>
        <ExtraChoice include={include} />
        <div className="batch-start">
          <Button variant="primary" type="submit" disabled={!canStart}>
            {canStart ? texts().batch.lookUpCount(formatCount(count)) : texts().batch.lookUp}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function countText({ identifiers, lines, duplicates }: IdentifierList): string {
  const { batch } = texts();
  if (lines === 0) return batch.howTo;
  const counted = formatPlural("line", lines);
  if (identifiers.length > identifiersMax) return batch.tooMany(counted, formatCount(identifiersMax));
  return duplicates === 0 ? counted : batch.withoutDoubles(counted, formatPlural("duplicate", duplicates));
}

interface IdentifierBoxProps {
  readonly text: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function IdentifierBox({ text, onKeyDown }: IdentifierBoxProps) {
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const drop = useFileDrop(setDraftText, setProblem);
  return (
    <>
      <div className="batch-label">
        <label htmlFor="batch-identifiers">{texts().batch.label}</label>
        <Button icon={<FileUp size={14} aria-hidden="true" />} onClick={() => file.current?.click()}>
          {texts().batch.openFile}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          data-testid="batch-file"
          accept=".txt,.csv,.tsv,text/plain,text/csv"
          onChange={({ target }) => {
            drop.read(target.files?.[0]);
            // The same file can be opened again after it was changed.
            target.value = "";
          }}
        />
      </div>
      <textarea
        id="batch-identifiers"
        className={classNames("field", "batch-text", drop.isOver && "is-over")}
        spellCheck={false}
        rows={10}
        placeholder={"https://shop.example/kettle\n4006381333931\nB0ABCDEFGH"}
        value={text}
        onChange={({ target }) => {
          setDraftText(target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        {...drop.handlers}
      />
      {problem && (
        <p className="batch-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
