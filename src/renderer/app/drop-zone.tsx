import { Link2 } from "lucide-react";
import { texts } from "../lib/texts.js";
import { useDrops, usePastes } from "./use-handed-in.js";
import "./drop-zone.css";

/** Accepts dropped links and text anywhere in the window, and shows a hint while something is dragged over it. */
export function DropZone() {
  const isOver = useDrops();
  usePastes();
  const { entrances } = texts();
  if (!isOver) return null;
  return (
    <div className="drop-zone">
      <div className="drop-zone-card">
        <Link2 size={28} aria-hidden="true" />
        <strong>{entrances.dropTitle}</strong>
        <p className="quiet">{entrances.dropText}</p>
      </div>
    </div>
  );
}
