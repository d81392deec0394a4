import { shapePath, shapeSize } from "./shapes.js";

interface SwatchProps {
  readonly shape: number;
  readonly color: string;
  /** Only its outline: the line is hidden. */
  readonly isHollow?: boolean;
}

/** The colour and the shape of a line. */
export function Swatch({ shape, color, isHollow = false }: SwatchProps) {
  const paint = isHollow ? { fill: "none", stroke: "currentcolor" } : { fill: color };
  return (
    <svg className="swatch" viewBox={`-1 -1 ${shapeSize + 2} ${shapeSize + 2}`} aria-hidden="true">
      <path d={shapePath(shape)} {...paint} />
    </svg>
  );
}
