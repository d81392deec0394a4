const colours = [
  "bg",
  "surface",
  "inset",
  "hover",
  "picked",
  "border",
  "border-strong",
  "control-border",
  "text",
  "text-2",
  "text-3",
  "accent",
  "accent-soft",
  "deep",
  "focus",
  "bed",
  "water",
  "usual",
  "usual-edge",
  "flag",
  "good",
  "good-soft",
  "warn",
  "warn-soft",
  "bad",
  "bad-soft",
  ...Array.from({ length: 8 }, (_, index) => `series-${index + 1}`),
];

export function Colours() {
  return (
    <ul className="gallery-colours">
      {colours.map((name) => (
        <li key={name}>
          <span className="gallery-colour" style={{ background: `var(--${name})` }} />
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

const steps = ["price", "headline", "title", "figure", "lead", "body", "small"];

const displayed = new Set(["price", "headline", "title", "figure"]);

export function Words() {
  return (
    <ul>
      {steps.map((step) => (
        <li
          key={step}
          style={{
            fontSize: `var(--type-${step})`,
            fontFamily: `var(--font${displayed.has(step) ? "-display" : ""})`,
          }}
        >
          {step} 0123456789 $1,249.00
        </li>
      ))}
    </ul>
  );
}

const spaces = [1, 2, 3, 4, 5, 6, 8];
const radii = ["radius-small", "radius", "radius-large"];

export function Sizes() {
  return (
    <div className="gallery-row">
      {spaces.map((space) => (
        <span key={space} className="gallery-size">
          <span className="gallery-space" style={{ width: `var(--space-${space})` }} />
          <code>{space}</code>
        </span>
      ))}
      {radii.map((radius) => (
        <span key={radius} className="gallery-size">
          <span className="gallery-radius" style={{ borderRadius: `var(--${radius})` }} />
          <code>{radius}</code>
        </span>
      ))}
    </div>
  );
}
