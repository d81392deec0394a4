import ts from "typescript";

/** A text of the window that does not come from the catalogue. */
export interface UntranslatedText {
  /** Such as `src/renderer/app/app.tsx:12`. */
  readonly place: string;
  readonly text: string;
}

const attributes = new Set(
  "title label aria-label aria-description placeholder alt tip note confirm message what heading text".split(
    " ",
  ),
);
const properties = new Set("label text title tip note message action".split(" "));

/** Shortcuts such as `Mod Shift K`, whose keys are translated when they are displayed. */
const keys = /^(?:(?:Mod|Shift|Alt) )+\S+$/;

/** Finds text between tags, and literals in attributes and properties that are displayed. */
export function findUntranslatedTexts(fileName: string, code: string): UntranslatedText[] {
  const kind = fileName.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true, kind);
  const found: UntranslatedText[] = [];
  const visit = (node: ts.Node): void => {
    for (const [at, text] of displayedTexts(node)) {
      const { line } = file.getLineAndCharacterOfPosition(at.getStart(file));
      found.push({ place: `${fileName}:${line + 1}`, text: text.trim() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type DisplayedText = readonly [ts.Node, string];

function displayedTexts(node: ts.Node): DisplayedText[] {
  if (ts.isJsxText(node)) return hasLetter(node.text) ? [[node, node.text]] : [];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
    return filterLiterals(node.expression, hasLetter);
  if (ts.isJsxAttribute(node) && attributes.has(node.name.getText()))
    return filterLiterals(node.initializer, hasLetter);
  if (ts.isPropertyAssignment(node) && properties.has(propertyName(node)))
    return filterLiterals(node.initializer, looksLikeText);
  return isSentence(node) ? [[node, node.text]] : [];
}

function propertyName({ name }: ts.PropertyAssignment): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

/** The literals that an expression can evaluate to. Does not follow calls. */
function filterLiterals(node: ts.Node | undefined, isText: (text: string) => boolean): DisplayedText[] {
  return node === undefined ? [] : possibleLiterals(node).filter(([, text]) => isText(text));
}

function possibleLiterals(node: ts.Node): DisplayedText[] {
  if (ts.isStringLiteralLike(node)) return [[node, node.text]];
  if (ts.isTemplateExpression(node)) return [[node, joinLiteralParts(node)]];
  if (ts.isJsxExpression(node)) return node.expression ? possibleLiterals(node.expression) : [];
  if (ts.isParenthesizedExpression(node)) return possibleLiterals(node.expression);
  if (ts.isConditionalExpression(node))
    return [...possibleLiterals(node.whenTrue), ...possibleLiterals(node.whenFalse)];
  if (!ts.isBinaryExpression(node) || isComparison(node)) return [];
  return [...possibleLiterals(node.left), ...possibleLiterals(node.right)];
}

/** Neither side of `a === "b"` is displayed. */
function isComparison({ operatorToken }: ts.BinaryExpression): boolean {
  return ![
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.PlusToken,
  ].includes(operatorToken.kind);
}

/** Replaces each value by an ellipsis. */
function joinLiteralParts({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join("…");
}

/** Anywhere, because a function may return it to be displayed elsewhere. */
function isSentence(node: ts.Node): node is ts.LiteralLikeNode {
  const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
  return (
    isLiteral &&
    !isErrorMessage(node) &&
    !keys.test(node.text) &&
    /^\s*\p{Lu}\p{L}+,?\s+\p{L}/u.test(node.text)
  );
}

/** Errors address developers. */
function isErrorMessage(node: ts.Node): boolean {
  const made = ts.isTemplateHead(node) ? node.parent.parent : node.parent;
  return ts.isNewExpression(made) && /Error$/.test(made.expression.getText());
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Unlike a single lower-case word, which may be a key of the code. */
function looksLikeText(text: string): boolean {
  return hasLetter(text) && (/^\p{Lu}/u.test(text.trim()) || /\s/.test(text.trim()));
}
