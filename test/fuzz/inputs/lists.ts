/** A file of each format. */
export const listFiles: readonly string[] = [
  "For the garden:\r\n- lamp (https://shop.example/lamp), 29 €\r\n\r\nwww.shop.example/hose\nhttps://b.example/p?id=1\n",
  'Name,Link,Price,Target,Currency,Tags\n"Lamp, ""red""",https://shop.example/lamp,"29,90 €",25,EUR,"Garden;light"\nHose,https://shop.example/hose,1.299,,USD,\n',
  "Titel;Adresse;Preis;Zielpreis\nSofa;https://shop.example/sofa;1.299,00 €;999\n",
  "1\tLamp\thttps://shop.example/lamp\n2\tHose\thttps://shop.example/hose\n",
  "url,date,price,currency,availability\nhttps://a.example/1,2026-05-02,19.99,EUR,in_stock\nhttps://a.example/1,15.06.2026 08:30,21,EUR,out\nhttps://a.example/1,06/15/2026 8:30 pm,$21,,\nhttps://a.example/1,15 June 2026,1e3,EUR,\nhttps://a.example/1,1781500000,1,EUR,\n",
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<DL><p>\n<DT><H3>Garden</H3>\n<DL><p>\n<DT><A HREF="https://shop.example/lamp" TAGS="light,red">Lamp</A>\n</DL><p>\n<DT><A HREF="javascript:alert(1)">Script</A>\n</DL><p>\n',
  '<!doctype html><!-- saved from url=(0028)https://shop.example/lanterns --><title>Lanterns</title><main><ul>\n<li class=card><a href="/p/trail-lantern-1"><h3>Trail Lantern</h3></a><span class=price>$24.90</span>\n<li class=card><a href="/p/camp-lantern-22"><h3>Camp Lantern</h3></a><span class=price><s>$30</s> $19.90</span>\n<li class=card><a href="/p/head-lamp-333"><h3>Head Lamp</h3></a><span class=price>$9.90</span>Sold out\n</ul></main>',
  JSON.stringify({
    watching: {
      a: {
        uuid: "a",
        url: "https://shop.example/lamp",
        title: "Lamp",
        tags: ["t"],
        processor: "restock_diff",
        restock: { price: 29.9, currency: "EUR" },
        restock_settings: { price_change_min: 25 },
      },
    },
    settings: { application: { tags: { t: { title: "Garden" } } } },
  }),
  JSON.stringify({
    data: [
      {
        title: "Lamp",
        notify_price: "25.00",
        price_cache: [
          { url: "https://shop.example/lamp", price: 29.9, currency: "EUR", history: { "2026-05-01": 31 } },
        ],
        tags: [{ name: "Garden" }],
      },
    ],
  }),
  "Locale,Image,Title,Desired Price,ASIN\nde,https://images.example/1.jpg,Lamp,15.50,B0ABCDEFGH\nxx,,Hose,1.299,B0ABCDEFGI,more\n",
  "B0ABCDEFGH\nshop.example/p/1\n",
  "url;datum;preis\nshop.example/p/1;45931;60,00\nshop.example/p/1;2026-10-25 02:30;1.299\n",
  JSON.stringify({
    roots: {
      bar: { children: [{ name: "Garden", children: [{ name: "Lamp", url: "https://shop.example/lamp" }] }] },
    },
  }),
  '{"tidemark_watch_list":1,"products":[],"rules":[]}',
];
