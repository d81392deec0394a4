import { describe, expect, it } from "vitest";
import { readStockWord } from "../../../../src/main/engine/extract/text/stock-words.js";

const stockIn = (text: string) => readStockWord(text)?.availability;

describe('words for "in stock"', () => {
  it.each([
    "Not in stock",
    "Not currently in stock",
    "This item isn't in stock",
    "No longer in stock",
    "None in stock",
    "Derzeit nicht auf Lager",
    "Kein Artikel auf Lager",
    "Nicht sofort lieferbar",
    "Produit non disponible",
    "N'est plus en stock",
    "Pas encore disponible",
    "No está disponible",
    "Non è disponibile",
    "Não está disponível",
    "Momenteel niet op voorraad",
    "Ej i lager",
    "Finns inte i lager",
    "Ikke på lager",
    "Ei varastossa",
    "Nie jest dostępny",
    "Není skladem",
    "Nincs készleten",
    "Нет в наличии",
    "Не сейчас в наличии",
    "In stock: no",
    "Auf Lager: Nein",
  ])("mean the opposite behind a denial: %s", (text) => {
    expect(stockIn(text)).toBe("out");
  });

  it.each([
    "0 in stock",
    "Only 0 left",
    "There are 0 items in stock",
    "In stock: 0",
    "In stock (0)",
    "In stock: 0 pcs.",
    "0 Stück auf Lager",
    "Auf Lager: 0 Stück",
    "Skladem: 0 ks",
    "Skladem 0 ks",
    "0 ks skladem",
    "En stock : 0",
    "Dostępny: 0 szt.",
    "На складе: 0, в наличии 0 шт",
  ])("mean the opposite of a quantity of zero: %s", (text) => {
    expect(stockIn(text)).toBe("out");
  });

  it.each([
    "Back in stock soon",
    "Soon to be back in stock",
    "Expected in stock 12 January",
    "In stock on January 12",
    "In stock from 2027-01-12",
    "Bald wieder auf Lager",
    "Demnächst verfügbar",
    "Wieder auf Lager ab 12.01.",
    "Ab 12.01. wieder lieferbar",
    "Lieferbar ab Mo., 12. Januar",
    "Lieferbar ab KW 3",
    "Bientôt disponible",
    "De retour en stock le 12 janvier",
    "Disponible a partir del 12 de enero",
    "Disponibile a breve",
    "Em breve disponível",
    "Binnenkort weer op voorraad",
    "Snart i lager",
    "Dostępny wkrótce",
    "Brzy skladem",
    "Hamarosan raktáron",
    "Скоро в наличии",
  ])("mean the opposite before a later time: %s", (text) => {
    expect(stockIn(text)).toBe("out");
  });

  it.each([
    "In stock",
    "Back in stock",
    "Wieder auf Lager",
    "10 in stock",
    "In stock: 10",
    "100 left",
    "USB 3.0 in stock",
    "Size 0 in stock",
    "In stock, 0 € shipping",
    "In stock (0 reviews)",
    "Auf Lager: 0,5 kg",
    "In stock: 0-2 days",
    "Not only in stock online",
    "Nicht nur online, auch auf Lager",
    "Not used, in stock",
    "Plus que 3 en stock",
    "Plus de 10 en stock",
    "Only 3 left in stock - order soon.",
    "Only 3 left in stock order soon",
    "In stock, delivery by 12 January",
    "In stock. Expected delivery: 12 January",
    "In stock. Ships soon",
    "Auf Lager, Lieferung ab 12.01.",
    "Verfügbar bis 31.12.",
    "In stock since 12 January",
    "Lieferbar in 2-3 Tagen",
    "Lieferzeit: 2-3 Tage",
    "Disponible en 24/48h",
    "Disponibile in pronta consegna",
    "Pre-order now, ships 12 January",
    "This is not a pre-order",
    "Available to order from 12 January",
    "In stock on December 12, 2026. Order it now.",
    "Usually ships within 2 days",
    "Skladem 10 ks",
    "Skladem > 5 ks",
  ])("are believed where nothing contradicts them: %s", (text) => {
    expect(stockIn(text)).toBe("in");
  });
});
