/** Draws how cost grows with data: each cost relative to its cost at the smallest size, on logarithmic axes. */

/** @typedef {import("../row.ts").Growth} Growth */

const size = { width: 820, height: 380 };
const area = { left: 64, right: 500, top: 24, bottom: 340 };
const colours = ["#0b7a75", "#b4530a", "#3f63c8", "#a02b78", "#4d7a12"];
const ratios = [0.5, 1, 2, 4, 8, 16, 32, 64, 128];

/**
 * @param {Growth} growth
 * @returns {string} SVG
 */
export function drawGrowthChart({ sizes, lines }) {
  const relative = lines.map(({ name, costs }) => ({
    name,
    ratios: costs.map((cost) => cost / (costs[0] ?? 1)),
  }));
  const top = Math.max(2, ...relative.flatMap(({ ratios: all }) => all));
  const x = logScale(Math.min(...sizes), Math.max(...sizes), area.left, area.right);
  const y = logScale(0.5, top * 1.2, area.bottom, area.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13">`,
    "<title>How cost grows with the number of products</title>",
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    ...ratios.filter((ratio) => ratio <= top * 1.2).map((ratio) => drawGridLine(y(ratio), `× ${ratio}`)),
    ...sizes.map((count) => drawSizeLabel(x(count), count)),
    ...relative.map((line, index) => drawLine(line, index, sizes, x, y)),
    ...relative.map((line, index) => drawLegend(line, index)),
    "</svg>",
    "",
  ].join("\n");
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} start
 * @param {number} end
 */
function logScale(from, to, start, end) {
  const span = Math.log(to) - Math.log(from);
  return (/** @type {number} */ value) => start + ((Math.log(value) - Math.log(from)) / span) * (end - start);
}

/**
 * @param {number} at
 * @param {string} label
 */
function drawGridLine(at, label) {
  return `<path d="M${area.left} ${at.toFixed(1)}H${area.right}" stroke="#d5dcdc"/><text x="${area.left - 8}" y="${(at + 4).toFixed(1)}" text-anchor="end" fill="#455">${label}</text>`;
}

/**
 * @param {number} at
 * @param {number} count
 */
function drawSizeLabel(at, count) {
  return `<text x="${at.toFixed(1)}" y="${area.bottom + 24}" text-anchor="middle" fill="#455">${count.toLocaleString("en-US")}</text>`;
}

/**
 * @param {{ ratios: number[] }} line
 * @param {number} index
 * @param {readonly number[]} sizes
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 */
function drawLine({ ratios: values }, index, sizes, x, y) {
  const points = values.map((value, i) => `${x(sizes[i] ?? 1).toFixed(1)},${y(value).toFixed(1)}`);
  const dots = points.map((point) => {
    const [cx, cy] = point.split(",");
    return `<circle cx="${cx}" cy="${cy}" r="4" fill="${colours[index]}"/>`;
  });
  return `<polyline points="${points.join(" ")}" fill="none" stroke="${colours[index]}" stroke-width="2"/>${dots.join("")}`;
}

/**
 * @param {{ name: string, ratios: number[] }} line
 * @param {number} index
 */
function drawLegend({ name, ratios: values }, index) {
  const y = area.top + 20 + index * 26;
  const last = (values.at(-1) ?? 1).toFixed(2);
  return `<circle cx="${area.right + 24}" cy="${y - 4}" r="5" fill="${colours[index]}"/><text x="${area.right + 36}" y="${y}" fill="#122">${name}: × ${last}</text>`;
}
