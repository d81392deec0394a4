import { describe, expect, it } from "vitest";
import { repairedText } from "../../../../src/main/engine/extract/html/repaired-text.js";
import { readStockWord } from "../../../../src/main/engine/extract/text/stock-words.js";

const stockIn = (text: string) => readStockWord(repairedText(text))?.availability;

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
    "Inte in stock",
    "In stock: no",
    "Dieser Artikel steht derzeit nicht zur Verfügung",
    "Stok durumu: Yok",
    "在庫：なし",
    "Отсутствует на складе",
    "This product can't be ordered right now",
    "Auf Lager: Nein",
    "Nada disponível neste tamanho",
    "Nie meer beskikbaar nie",
    "Dim ar gael bellach",
    "이 색상은 사용할 수 없습니다",
    "この色は利用できません",
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
    "Verfügbarkeit: 0",
    "Aktueller Bestand im Lager: 0",
    "Dalam stok (0 available)",
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
    "Lieferbar in 3-4 Wochen",
    "Wieder verfügbar ab Mitte März",
    "Will be in stock next week",
    "Weer leverbaar vanaf 12-03-2027",
    "Revine în stoc",
    "Restocking soon",
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
    "Sera en stock à compter du 12/01/2027",
    "Disponible en 12/01/2027",
    "Διαθέσιμο την 12/01/2027",
    "Tillgänglig på 12/01/2027",
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
    "Últimas unidades",
    "Poslední kus",
    "Stock available",
    "Nuvarande lager: 7",
    "Текущий запас: 7",
    "재고 무제한",
    "In stock (can be backordered)",
    "Auf Lager mit Rückgabe, 30 Tage",
  ])("are believed where nothing contradicts them: %s", (text) => {
    expect(stockIn(text)).toBe("in");
  });
});

/** By language: there, denied, none left, later, sold out, and a control that asks to be told. */
const phrases = `
en | Only 4 pairs left in stock | Sorry, we don't have any in stock | In stock: 0 units | In stock again from 14 August | Completely sold out | Let me know when it is back
de | Noch 4 Stück auf Lager | Momentan leider nicht vorrätig | Lagerbestand: 0 Stück | Ab 14. August wieder verfügbar | Leider restlos vergriffen | Informieren Sie mich, sobald verfügbar
fr | Encore 4 pièces en stock | Cet article n'est plus en stock | 0 pièce en stock | De nouveau disponible à partir du 14 août | Stock épuisé | Être averti du retour en stock
es | Quedan 4 piezas en stock | Ya no quedan existencias: no disponible | En stock: 0 unidades | De nuevo disponible a partir del 14 de agosto | Producto agotado | Avisarme cuando esté en stock
it | Ne restano solo 4 pezzi | Al momento non è in magazzino | Disponibilità: 0 pezzi | Di nuovo disponibile dal 14 agosto | Articolo esaurito | Avvisami quando torna disponibile
pt | Restam 4 unidades em estoque | Não temos em stock | Estoque: 0 unidades | Novamente disponível a partir de 14 de agosto | Produto esgotado | Me avise quando estiver disponível
nl | Nog 4 stuks op voorraad | Helaas niet meer leverbaar | Voorraad: 0 stuks | Weer leverbaar vanaf 14 augustus | Tijdelijk uitverkocht | Mail mij zodra beschikbaar
sv | Bara 4 st kvar i lager | Varan finns ej i lager | Lagersaldo: 0 st | Åter i lager den 14 augusti | Tyvärr slutsåld | Meddela mig när den finns i lager
da | 4 stk. på lager | Varen er desværre ikke på lager | På lager: 0 stk. | På lager igen fra 14. august | Desværre udsolgt | Giv mig besked når den er på lager
nb | 4 stk. på lager | Varen er dessverre ikke på lager | På lager: 0 stk. | Tilbake på lager 14. august | Dessverre utsolgt | Varsle meg når den er på lager
is | 4 stk. á lager | Varan er ekki á lager | Á lager: 0 stk. | Aftur á lager frá 14. ágúst | Því miður uppselt | Láttu mig vita þegar varan er til á lager
fi | Varastossa 4 kpl | Tuote ei ole varastossa | Varastossa: 0 kpl | Jälleen saatavilla 14. elokuuta alkaen | Valitettavasti loppuunmyyty | Ilmoittakaa minulle, kun tuote on varastossa
et | Laos 4 tk | Toodet ei ole laos | Laos: 0 tk | Peagi jälle laos | Kahjuks läbi müüdud | Anna mulle teada, kui toode on laos
lv | Noliktavā 4 gab. | Prece nav noliktavā | Noliktavā: 0 gab. | Drīzumā atkal noliktavā | Diemžēl izpārdots | Paziņot man, kad prece ir pieejama
lt | Sandėlyje 4 vnt. | Prekės nėra sandėlyje | Yra sandėlyje: 0 vnt. | Vėl sandėlyje nuo rugpjūčio 14 d. | Deja, išparduota | Praneškite man, kai prekė bus sandėlyje
pl | W magazynie 4 szt. | Produkt nie jest dostępny | Na stanie: 0 szt. | Ponownie dostępny od 14 sierpnia | Towar wyprzedany | Powiadom o dostępności
cs | Skladem 4 kusy | Zboží nemáme skladem | Skladem: 0 kusů | Opět skladem od 14. srpna | Bohužel vyprodáno | Upozornit, až bude skladem
sk | Na sklade 4 kusy | Tovar nie je na sklade | Na sklade: 0 kusov | Opäť na sklade od 14. augusta | Bohužiaľ vypredané | Upozorniť, keď bude na sklade
hu | Készleten 4 db | A termék sajnos nincs készleten | Raktáron: 0 db | Augusztus 14-től újra raktáron | Sajnos elfogyott | Értesítést kérek, ha újra raktáron lesz
ro | Mai sunt 4 bucăți în stoc | Produsul nu este în stoc | În stoc: 0 buc. | Din nou în stoc din 14 august | Stoc epuizat momentan | Anunță-mă când este în stoc
bg | Само 4 бройки в наличност | Продуктът не е в наличност | В наличност: 0 бр. | Отново в наличност от 14 август | За съжаление изчерпан | Уведомете ме при наличност
hr | Na zalihi 4 komada | Proizvod trenutno nije na zalihi | Na zalihi: 0 kom | Uskoro ponovno na zalihi | Nažalost rasprodano | Javite mi kad bude na zalihi
sr | Na stanju 4 komada | Proizvod nije na stanju | Na stanju: 0 kom | Ponovo na stanju od 14. avgusta | Nažalost rasprodato | Javite mi kada bude na stanju
sl | Na zalogi 4 kosi | Izdelek žal ni na zalogi | Na zalogi: 0 kos | Ponovno na zalogi od 14. avgusta | Žal razprodano | Javite mi, ko bo na zalogi
el | 4 τεμάχια σε απόθεμα | Το προϊόν δεν είναι σε απόθεμα | Σε απόθεμα: 0 τεμ. | Ξανά διαθέσιμο από 14 Αυγούστου | Δυστυχώς εξαντλήθηκε | Ενημερώστε με όταν είναι διαθέσιμο
tr | Stokta 4 adet var | Bu ürün stoklarımızda yok | Stok: 0 adet | 14 Ağustos'tan itibaren stokta | Maalesef tükendi | Stoğa girince haber ver
ru | На складе 4 шт. | Товара сейчас нет на складе | На складе: 0 шт. | Снова в наличии с 14 августа | К сожалению, распродано | Уведомить о поступлении
uk | На складі 4 шт. | Товару зараз немає в наявності | На складі: 0 шт. | Знову в наявності з 14 серпня | На жаль, розпродано | Повідомити про наявність
ar | متوفر 4 قطع في المخزون | هذا المنتج ليس متوفرا | في المخزون: 0 قطعة | متوفر مجددا من 14 أغسطس | نفد المنتج | أعلمني عند توفر المنتج
he | במלאי 4 יחידות | המוצר אינו במלאי | במלאי: 0 יחידות | שוב במלאי החל מ-14 באוגוסט | המוצר אזל | עדכנו אותי כשהמוצר במלאי
fa | ۴ عدد در انبار | این کالا موجود نیست | در انبار: ۰ عدد | به زودی دوباره موجود | متاسفانه تمام شد | وقتی موجود شد خبرم کن
hi | स्टॉक में 4 पीस | यह आइटम स्टॉक में नहीं | स्टॉक में: 0 पीस | 14 अगस्त से फिर से स्टॉक में | स्टॉक ख़त्म हो गया | स्टॉक में आने पर मुझे सूचित करें
th | มีสินค้า 4 ชิ้น | ไม่มีในสต็อก | สต็อก: 0 ชิ้น | จะมีสินค้าเร็วๆ นี้ | ขออภัย สินค้าหมด | แจ้งฉันเมื่อมีสินค้า
vi | Còn 4 chiếc trong kho | Sản phẩm không có sẵn | Trong kho: 0 chiếc | Sắp có hàng trở lại | Sản phẩm đã hết hàng | Thông báo khi có hàng
id | Stok Total : 610 | Barang ini tidak ada stok | Stok: 0 pcs | Segera tersedia kembali | Maaf, stok habis | Kabari saya jika tersedia
ms | Tinggal 4 unit dalam stok | Barang ini tiada dalam stok | Stok: 0 unit | Akan tersedia semula tidak lama lagi | Maaf, kehabisan stok | Beritahu saya bila ada stok
ja | 在庫あり（4点） | この商品は現在在庫がございません | 在庫：0点 | 8月14日入荷予定 | ただいま売り切れ | 再入荷のお知らせを受け取る
ko | 재고 있음 (4개) | 상품 재고가 없습니다 | 재고 : 0 개 | 곧 다시 입고 예정 | 현재 품절입니다 | 재입고 시 알려주세요
zh | 有现货，仅剩4件 | 暂时没有货 | 库存：0 件 | 8月14日到货，即将有货 | 商品已售罄 | 有货时通知我
ca | Només queden 4 unitats | Ja no és en estoc | En estoc: 0 unitats | Disponible de nou a partir del 14 d'agost | Producte exhaurit | Avisa'm quan torni a estar disponible
bn | স্টকে আছে ৪টি | এই পণ্যটি স্টকে নেই | স্টক: 0 পিস | শীঘ্রই স্টকে আসছে | দুঃখিত, স্টক শেষ | স্টকে এলে আমাকে জানান
ka | მარაგშია 4 ცალი | პროდუქტი არ არის მარაგში | მარაგში: 0 ცალი | მალე მარაგში | სამწუხაროდ ამოიწურა | შემატყობინეთ, როცა მარაგში იქნება
kk | Қоймада бар 4 дана | Тауар қоймада жоқ | Қоймада: 0 дана | Жақында қоймада | Өкінішке орай, таусылды | Қоймада болғанда хабарлау
hy | Առկա է 4 հատ | Ապրանքը առկա չէ | Պահեստում՝ 0 հատ | Շուտով հասանելի է | Ցավոք, սպառված է | Տեղեկացնել, երբ առկա է
az | Stokda var, 4 ədəd | Məhsul stokda yoxdur | Stokda: 0 ədəd | Tezliklə stokda | Təəssüf ki, bitib | Stokda olanda xəbər ver
mk | На залиха 4 парчиња | Производот не е на залиха | На залиха: 0 парчиња | Наскоро на залиха | За жал, распродадено | Извести ме кога ќе биде на залиха
sq | Në stok 4 copë | Produkti nuk ka në stok | Në stok: 0 copë | Së shpejti në stok | Na vjen keq, e shitur | Më njofto kur të jetë në stok
`;
const rows = phrases
  .trim()
  .split("\n")
  .map((row) => row.split(" | "));

describe("words about stock", () => {
  it("are those of at least 32 languages", () => {
    expect(new Set(rows.map(([language]) => language)).size).toBeGreaterThanOrEqual(32);
  });

  it.each(rows)("mean the same in %s", (_language, there, ...notThere) => {
    expect(stockIn(there ?? "")).toBe("in");
    expect(notThere).toHaveLength(5);
    for (const text of notThere) expect([text, stockIn(text)]).toEqual([text, "out"]);
  });

  it.each(
    `Ёсць у наяўнасці | Няма ў наяўнасці | Распрададзена
Omborda bor | Mavjud emas | Tugagan
Бэлэн байгаа | Бэлэн бус | Дууссан
स्टकमा उपलब्ध | स्टकमा छैन | उपलब्ध छैन
स्टॉकमध्ये आहे | स्टॉकमध्ये नाही | उपलब्ध नाही
સ્ટોકમાં છે | સ્ટોકમાં નથી | ઉપલબ્ધ નથી
ਸਟਾਕ ਵਿੱਚ ਹੈ | ਸਟਾਕ ਵਿੱਚ ਨਹੀਂ | ਉਪਲਬਧ ਨਹੀਂ
స్టాక్ ఉంది | స్టాక్ లేదు | అందుబాటులో లేదు
സ്റ്റോക്കുണ്ട് | സ്റ്റോക്കില്ല | ലഭ്യമല്ല
ಸ್ಟಾಕ್ ಇದೆ | ಸ್ಟಾಕ್ ಇಲ್ಲ | ಲಭ್ಯವಿಲ್ಲ
තොග ඇත | තොග නැත | විකිණී අවසන්
ມີສິນຄ້າ | ບໍ່ມີສິນຄ້າ | ສິນຄ້າໝົດ
មានក្នុងស្តុក | អស់ពីស្តុក | លក់អស់ហើយ
ပစ္စည်းရှိသည် | ပစ္စည်းမရှိပါ | ကုန်သွားပါပြီ
May stock | Walang stock | Ubos na
Stockean dago | Ez dago eskuragarri | Agortuta
En existencias | Sen existencias | Esgotado
Mewn stoc | Ddim ar gael | Allan o stoc
I stoc | Níl i stoc | As stoc
Disponibbli | Mhux disponibbli | Spiċċa
In voorraad | Nie in voorraad nie | Nie beskikbaar nie
Inapatikana | Haipatikani | Imeisha
Op Lager | Net op Lager | Ausverkaaft`
      .split("\n")
      .map((row) => row.split(" | ")),
  )("mean that it is there, denied or sold out: %s", (there, ...notThere) => {
    expect([there ?? "", ...notThere].map(stockIn)).toEqual(["in", "out", "out"]);
  });

  it.each([
    "Not available at our depot",
    "Currently not available for pickup",
    "In stock at our other branches",
    "Bild nicht verfügbar",
    "Keine Bewertungen vorhanden",
    "Non disponible dans votre magasin",
    "Niedostępny w Twoim sklepie",
    "Op voorraad in 3 winkels",
    "В наличии в 3 магазинах",
    "查看门店库存",
    "お近くの店舗では在庫がありません",
    "Notify me of a lower price",
    "Сообщить об ошибке",
    "Available sizes",
    "Keine Lieferung an Packstationen",
    "If not in stock, we refund you",
    "When it is in stock, we ship it the same day",
    "Récupération disponible",
    "Pickup verfügbar",
    "Wann et erëm op Lager ass",
  ])("say nothing of the product where they are about something else: %s", (text) => {
    expect(readStockWord(text)).toBeNull();
  });

  it.each(["Upozornit známé", "Independent", "Kopfteil, 140 cm", "Kopie"])("say nothing in: %s", (text) => {
    expect(readStockWord(text)).toBeNull();
  });

  it.each(["Pre-order", "Vorbestellen", "Sur commande", "Na zamówienie", "予約受付中", "Ships in 3 weeks"])(
    "can say that it can be ordered and comes later: %s",
    (text) => expect(readStockWord(text)).toMatchObject({ availability: "in", isLater: true }),
  );

  it.each(["Reserviert", "Réservé", "Zarezerwowane", "Sold out in this size", "Épuisé dans cette taille"])(
    "can say that nobody else can have it now: %s",
    (text) => {
      const word = readStockWord(text);
      expect([word?.availability, (word?.rest ?? 99) <= 8]).toEqual(["out", true]);
    },
  );

  it.each([
    "Available in store only",
    "Disponibile solo in negozio",
    "Enkel verkrijgbaar in de winkel",
    "Kun tilgjengelig i butikk",
    "Tylko w sklepach stacjonarnych",
    "Pouze na prodejně",
    "Только в розничных магазинах",
    "店舗限定",
  ])("can say that it is sold in stores only: %s", (text) => {
    expect(readStockWord(text)?.isStoreOnly).toBe(true);
  });

  it.each([
    "SOLD OUT",
    "EPUISE",
    "Épuisé",
    "TÜKENDİ",
    "ÖN SİPARİŞ",
    "In stoc",
    "În stoc",
    "Isn’t in stock",
    "out_of_stock",
  ])("are read whatever their case, accents and signs: %s", (text) =>
    expect(readStockWord(text)).not.toBeNull(),
  );
});
