/** Pieces that a build makes up anew: `css-1q2w3e`, `price_3fYh2`, `8d1f0c`. */
function isMadeUp(piece: string): boolean {
  if (/\d{3}/.test(piece)) return true;
  return piece.length >= 4 && /\d/.test(piece) && /[a-z]/i.test(piece) && !/^[a-z]+\d{1,2}$/i.test(piece);
}

const generated = /^(?:css|sc|jss|svelte|emotion|makeStyles|jsx)-|^_/;
/** Says how the element is just now, not what it is. */
const state =
  /^(?:is|has|js|ng|v)-|^(?:active|selected|hover|focus|open|visible|hidden|loaded|loading|sale|on-?sale|discount(?:ed)?|reduced)$/i;
const longest = 60;

/** Whether a class, id or label is likely to be there tomorrow, and on the shop's other pages. */
export function isStableName(name: string): boolean {
  if (!/^-?[A-Za-z_][\w-]*$/.test(name) || name.length > longest) return false;
  if (generated.test(name) || state.test(name)) return false;
  return !name.split(/[-_]+/).some(isMadeUp);
}

/** What stays of a class whose end is made up anew with each build: `Price_value__` of `Price_value__a1B2c`. */
export function stablePart(name: string): string | null {
  const match = /^([A-Za-z][A-Za-z-]*(?:_[A-Za-z][A-Za-z-]*)*_{1,2})[\w-]{4,10}$/.exec(name);
  const head = match?.[1] ?? "";
  return head.length >= 5 && /\d|[a-z][A-Z]/.test(name.slice(head.length)) ? head : null;
}
