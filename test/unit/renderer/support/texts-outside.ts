import ts from "typescript";

/** A text for readers that does not come from the catalogue. */
export interface TextOutside {
  /** Where it is: `src/renderer/app/app.tsx:12`. */
  readonly place: string;
  readonly text: string;
}

const attributes = new Set(
  "title label aria-label aria-description placeholder alt tip note confirm message what heading text".split(
    " ",
  ),
);
const properties = new Set("label text title tip note message action".split(" "));

/** `Mod Shift K`: keys are named where they are drawn. */
const keys = /^(?:(?:Mod|Shift|Alt) )+\S+$/;

/** Text of the page itself, and what stands in the attributes and properties that are shown. */
export function textsOutside(fileName: string, code: string): TextOutside[] {
  const kind = fileName.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true, kind);
  const found: TextOutside[] = [];
  const visit = (node: ts.Node): void => {
    for (const [at, text] of shownBy(node)) {
      const { line } = file.getLineAndCharacterOfPosition(at.getStart(file));
      found.push({ place: `${fileName}:${line + 1}`, text: text.trim() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Shown = readonly [ts.Node, string];

function shownBy(node: ts.Node): Shown[] {
  if (ts.isJsxText(node)) return hasLetter(node.text) ? [[node, node.text]] : [];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return said(node.expression, hasLetter);
  if (ts.isJsxAttribute(node) && attributes.has(node.name.getText()))
    return said(node.initializer, hasLetter);
  if (ts.isPropertyAssignment(node) && properties.has(nameOf(node))) return said(node.initializer, isWords);
  return isSentence(node) ? [[node, node.text]] : [];
}

function nameOf({ name }: ts.PropertyAssignment): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

/** The literals that an expression can come to: through conditions and alternatives, not into calls. */
function said(node: ts.Node | undefined, isText: (text: string) => boolean): Shown[] {
  return node === undefined ? [] : literalsOf(node).filter(([, text]) => isText(text));
}

function literalsOf(node: ts.Node): Shown[] {
  if (ts.isStringLiteralLike(node)) return [[node, node.text]];
  if (ts.isTemplateExpression(node)) return [[node, literalPartsOf(node)]];
  if (ts.isJsxExpression(node)) return node.expression ? literalsOf(node.expression) : [];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (!ts.isBinaryExpression(node) || isComparison(node)) return [];
  return [...literalsOf(node.left), ...literalsOf(node.right)];
}

/** Neither side of `a === "b"` is shown. */
function isComparison({ operatorToken }: ts.BinaryExpression): boolean {
  return ![
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.PlusToken,
  ].includes(operatorToken.kind);
}

/** What stands around the values, each of which leaves an ellipsis. */
function literalPartsOf({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join("…");
}

/** Wherever it stands: a function may return it to be shown elsewhere. */
function isSentence(node: ts.Node): node is ts.LiteralLikeNode {
  const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
  return (
    isLiteral &&
    !isForDevelopers(node) &&
    !keys.test(node.text) &&
    /^\s*\p{Lu}\p{L}+,?\s+\p{L}/u.test(node.text)
  );
}

/** An error that is thrown says what is wrong with the code. */
function isForDevelopers(node: ts.Node): boolean {
  const made = ts.isTemplateHead(node) ? node.parent.parent : node.parent;
  return ts.isNewExpression(made) && /Error$/.test(made.expression.getText());
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** A word in small letters may be a key or a value of the code; a capital or a sentence is for readers. */
function isWords(text: string): boolean {
  return hasLetter(text) && (/^\p{Lu}/u.test(text.trim()) || /\s/.test(text.trim()));
}
