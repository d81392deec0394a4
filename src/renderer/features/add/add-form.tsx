import { FileUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useMemo, useState } from "react";
import { maxLinksPerCall } from "../../../shared/app/limits.js";
import { Button } from "../../components/button.js";
import { OpenFileButton } from "../../components/open-file-button.js";
import { Section } from "../../components/section.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useFileDrop } from "../../lib/use-file-drop.js";
import { useAdding } from "../../stores/adding/entries.js";
import { addAll } from "../../stores/adding/links.js";
import { previewList } from "../../stores/lists.js";
import { fileToText, isList, readIdentifiers } from "./identifier-list.js";

/** A list of links, barcodes or ASINs, typed, pasted or from a file. */
export function AddForm() {
  const text = useAdding(({ draft }) => draft);
  const [problem, setProblem] = useState<string | null>(null);
  const list = useMemo(() => readIdentifiers(text), [text]);
  const count = list.identifiers.length;
  const isLong = count > maxLinksPerCall;
  const { adding, lists } = texts();
  const start = () => {
    if (count === 0) return;
    if (isLong) return void previewList("", text);
    useAdding.setState({ draft: "" });
    addAll(list.identifiers);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start();
  };
  const edit = (value: string) => {
    useAdding.setState({ draft: value });
    setProblem(null);
  };
  const counted = formatPlural("line", list.lines);
  return (
    <Section title={adding.title} isTitleHidden>
      <form className="stack bounded gap-3 starts" onSubmit={submit}>
        <TextAndFile text={text} onText={edit} onProblem={setProblem} onKeyDown={onKeyDown} />
        {problem && <p role="alert">{problem}</p>}
        <p className="quiet" role="status">
          {count === 0 ? adding.howTo : counted}
        </p>
        {list.leftOut > 0 && <p className="quiet">{adding.leftOut(formatPlural("line", list.leftOut))}</p>}
        <Button variant="primary" type="submit" disabled={count === 0}>
          {isLong ? lists.importList : count > 0 ? adding.addCount(formatCount(count)) : adding.addAndWatch}
        </Button>
      </form>
    </Section>
  );
}

interface TextAndFileProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onProblem: (problem: string | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function TextAndFile({ text, onText, onProblem, onKeyDown }: TextAndFileProps) {
  // Links are shown before they are added; barcodes and names fill the field.
  const open = (name: string, content: string) =>
    isList(content) ? void previewList(name, content) : onText(fileToText(name, content));
  const drop = useFileDrop(open, onProblem);
  const { adding } = texts();
  return (
    <>
      <div className="line between gap-3 full">
        <label htmlFor="add-lines">{adding.label}</label>
        <OpenFileButton
          icon={FileUp}
          accept=".txt,.csv,.tsv,.html,.htm,.json,.zip,text/plain,text/csv,text/html,application/json"
          onFile={drop.read}
          testId="add-file"
        >
          {adding.openFile}
        </OpenFileButton>
      </div>
      <textarea
        id="add-lines"
        className={classNames("field", drop.isOver && "is-over")}
        // biome-ignore lint/a11y/noAutofocus: the view is for this field
        autoFocus
        spellCheck={false}
        rows={7}
        placeholder={"https://shop.example/kettle\n4006381333931\nB0ABCDEFGH"}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
        {...drop.handlers}
      />
    </>
  );
}
