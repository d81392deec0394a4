import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LeftOutNotes } from "../../../../../src/renderer/components/adding/watched-card.js";
import { speakTo } from "../../../../../src/renderer/lib/texts.js";
import { toState } from "../../../../../src/renderer/stores/adding/entries.js";
import type { Link } from "../../../../../src/shared/app/links.js";
import * as de from "../../../../../src/shared/texts/de/index.js";
import * as en from "../../../../../src/shared/texts/en/index.js";

it.each([
  [
    "en",
    en,
    "The target was not set, because the product has 50 rules already.|These tags were left out, because the product has as many as it can have: gifts.",
  ],
  [
    "de",
    de,
    "Der Zielpreis wurde nicht gesetzt, weil das Produkt schon 50 Regeln hat.|Für diese Schlagwörter war beim Produkt kein Platz mehr: gifts.",
  ],
] as const)(
  "the card of a watched link names what its product could not get: %s",
  (language, texts, said) => {
    speakTo({ language, locale: language }, texts);
    const left_out = [
      { what: "target", detail: "50" },
      { what: "tags", detail: "gifts" },
    ] as const;
    const result = { title: "Lamp", page: null, was_watched: true, is_by_hand: false, left_out };
    const state = toState(
      { state: "known", product_key: "product/lamp/1", question: null, result } as unknown as Link,
      0,
    );
    if (state.kind !== "watched") throw new Error("It is not watched.");
    const markup = renderToStaticMarkup(createElement(LeftOutNotes, { leftOut: state.leftOut }));
    expect(
      markup
        .replace(/<[^>]*>/g, "|")
        .split("||")
        .join("|"),
    ).toBe(`|${said}|`);
  },
);
