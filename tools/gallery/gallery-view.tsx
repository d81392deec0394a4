import { Section } from "../../src/renderer/components/section.js";
import { Controls, Overlays } from "./controls.js";
import { Figures, States } from "./figures.js";
import { Colours, Sizes, Words } from "./foundations.js";
import "./gallery.css";

/** All parts of the design system on one page, for development. */
export function GalleryView() {
  return (
    <div className="page gallery">
      <header className="page-header">
        <h1>{words.title}</h1>
      </header>
      <Section title={words.colours}>
        <Colours />
      </Section>
      <Section title={words.type}>
        <Words />
      </Section>
      <Section title={words.sizes}>
        <Sizes />
      </Section>
      <Section title={words.controls}>
        <Controls />
      </Section>
      <Section title={words.overlays}>
        <Overlays />
      </Section>
      <Section title={words.figures}>
        <Figures />
      </Section>
      <Section title={words.states}>
        <States />
      </Section>
    </div>
  );
}

/** Not translated: only developers see them. */
const words = {
  title: "gallery",
  colours: "colours",
  type: "type",
  sizes: "sizes",
  controls: "controls",
  overlays: "overlays",
  figures: "figures",
  states: "states",
} as const;
