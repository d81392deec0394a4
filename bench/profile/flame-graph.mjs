/** Draws a call tree: the width of a box is its time, and callees are below their caller. */

/** @typedef {import("./profile-tree.mjs").CallNode} CallNode */

const width = 1_600;
const rowHeight = 17;
const characterWidth = 6.4;
const minBoxWidth = 0.6;

/**
 * @param {CallNode} tree
 * @returns {string} SVG
 */
export function drawFlameGraph(tree) {
  /** @type {string[]} */
  const boxes = [];
  const scale = width / tree.totalMs;
  const depth = draw(tree, 0, 0, scale, tree.totalMs, boxes);
  const height = (depth + 1) * rowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...boxes,
    "</svg>",
    "",
  ].join("\n");
}

/**
 * @param {CallNode} node
 * @param {number} x
 * @param {number} row
 * @param {number} scale pixels per millisecond
 * @param {number} totalMs
 * @param {string[]} boxes
 * @returns {number} the deepest row
 */
function draw(node, x, row, scale, totalMs, boxes) {
  boxes.push(drawBox(node, x, row, node.totalMs * scale, totalMs));
  let deepest = row;
  let at = x;
  for (const child of node.children) {
    const childWidth = child.totalMs * scale;
    if (childWidth < minBoxWidth) break;
    deepest = Math.max(deepest, draw(child, at, row + 1, scale, totalMs, boxes));
    at += childWidth;
  }
  return deepest;
}

/**
 * @param {CallNode} node
 * @param {number} x
 * @param {number} row
 * @param {number} boxWidth
 * @param {number} totalMs
 */
function drawBox({ label, totalMs: ms }, x, row, boxWidth, totalMs) {
  const y = row * rowHeight;
  const share = ((ms / totalMs) * 100).toFixed(1);
  const maxChars = Math.floor((boxWidth - 6) / characterWidth);
  const text =
    maxChars < 3
      ? ""
      : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escapeXml(label.slice(0, maxChars))}</text>`;
  return `<g><title>${escapeXml(label)}: ${ms.toFixed(1)} ms, ${share} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.4, boxWidth - 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${pickColour(label)}"/>${text}</g>`;
}

/** A warm tone, the same for the same label. */
function pickColour(/** @type {string} */ label) {
  let hash = 0;
  for (const character of label) hash = (hash * 31 + character.charCodeAt(0)) % 997;
  return `hsl(${20 + (hash % 40)} 85% ${68 + (hash % 14)}%)`;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
