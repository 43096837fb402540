import { tab, type WrittenTemplate } from '../writtenTemplate';

export const productCatalogue: WrittenTemplate = {
  id: 'product-catalogue',
  title: 'Product catalogue',
  line: 'Prices, stock and photos for a small shop.',
  category: 'Shop',
  tabs: [
    tab(
      'products',
      `
name | price:number | stock:integer | sku | category | on sale:boolean | added:date | photo
Oak stool | 129 | 14 | 00412 | furniture | false | 2026-01-12 | https://images.example/oak-stool.jpg
Linen throw | 64 | 40 | 00418 | textiles | true | 2026-01-12 | https://images.example/linen-throw.jpg
Desk lamp | 88 | 9 | 00421 | lighting | false | 2026-01-19 | https://images.example/desk-lamp.jpg
Clay vase, tall | 42.5 | 22 | 00430 | ceramics | false | 2026-01-26 | https://images.example/clay-vase-tall.jpg
Clay vase, round | 38.5 | 0 | 00431 | ceramics | true | 2026-01-26 | https://images.example/clay-vase-round.jpg
Wool rug, 120 × 180 | 240 | 6 | 00437 | textiles | false | 2026-02-02 | https://images.example/wool-rug.jpg
Ash bench | 310 | 3 | 00440 | furniture | false | 2026-02-09 | https://images.example/ash-bench.jpg
Brass hook, pair | 18.9 | 75 | 00446 | hardware | false | 2026-02-09 | https://images.example/brass-hook.jpg
Paper pendant | 56 | 17 | 00452 | lighting | true | 2026-02-16 | https://images.example/paper-pendant.jpg
Enamel mug | 14.9 | 120 | 00460 | ceramics | false | 2026-02-23 | https://images.example/enamel-mug.jpg
Walnut tray | 48 | 31 | 00463 | furniture | false | 2026-03-02 | https://images.example/walnut-tray.jpg
Cotton apron | 36 | 28 | 00471 | textiles | false | 2026-03-02 | https://images.example/cotton-apron.jpg
Wall shelf, 60 cm | 95 | 11 | 00478 | furniture | true | 2026-03-09 | https://images.example/wall-shelf.jpg
Candle, beeswax | 12.5 | 64 | 00485 | lighting | false | 2026-03-16 | https://images.example/candle.jpg
`,
    ),
    tab(
      'categories',
      `
category | title | order:integer | description
furniture | Furniture | 1 | Solid wood, oiled by hand.
textiles | Textiles | 2 | Linen, wool and cotton for every room.
lighting | Lighting | 3 | Warm light for desks, tables and corners.
ceramics | Ceramics | 4 | Thrown and glazed in small batches.
hardware | Hardware | 5 | Hooks, knobs and handles.
`,
    ),
  ],
};

export const contactForm: WrittenTemplate = {
  id: 'contact-form',
  title: 'Contact form',
  line: 'One row for every message from your site.',
  category: 'Forms',
  tabs: [
    tab(
      'messages',
      `
name | topic | at:datetime | email | phone | message | answered:boolean
Ida Berg | Wholesale | 2026-03-02T10:42:00 | ida.berg@mail.example | 0046 46 120 410 | Do you deliver to cafés outside Lund? | true
Leo Sand | Visit | 2026-03-02T10:51:00 | leo.sand@mail.example | | May I bring a class of 20 on a Friday? | true
Sam Holt | Other | 2026-03-02T11:03:00 | sam.holt@mail.example | | Your opening hours on the map are old. | true
Noor Haddad | Order | 2026-03-03T08:17:00 | noor.haddad@mail.example | 0046 70 555 01 18 | Order 1042 arrived with a torn bag. | true
Ana Sousa | Wholesale | 2026-03-03T14:29:00 | ana.sousa@mail.example | | Could you send me your price list? | true
Per Lind | Press | 2026-03-04T09:05:00 | per.lind@mail.example | 0046 40 661 120 | I write about bakeries. Is there somebody to talk to? | false
Mia Okafor | Order | 2026-03-04T16:38:00 | mia.okafor@mail.example | | Can I change the address of my order? | true
Jonas Weber | Visit | 2026-03-05T12:10:00 | jonas.weber@mail.example | | Is the courtyard open in winter? | false
Yuki Tanaka | Other | 2026-03-06T07:44:00 | yuki.tanaka@mail.example | | I left a grey scarf at the counter. | true
Elif Kaya | Wholesale | 2026-03-06T13:52:00 | elif.kaya@mail.example | 0049 30 5550 190 | We open in May and need 12 kg a week. | false
Tom Baker | Order | 2026-03-07T19:21:00 | tom.baker@mail.example | | Thank you, everything came in time. | false
Clara Rossi | Press | 2026-03-09T10:00:00 | clara.rossi@mail.example | | May we use your photos in our guide? | false
`,
    ),
  ],
};

export const eventRsvp: WrittenTemplate = {
  id: 'event-rsvp',
  title: 'Event RSVP',
  line: 'Who comes to what, filled by a form.',
  category: 'Events',
  tabs: [
    tab(
      'guests',
      `
name | event | coming | guests:integer | diet | email | answered:datetime
Ida Berg | Opening | yes | 2 | | ida.berg@mail.example | 2026-04-02T09:14:00
Leo Sand | Opening | no | 0 | | leo.sand@mail.example | 2026-04-02T10:02:00
Sam Holt | Tasting | yes | 1 | vegan | sam.holt@mail.example | 2026-04-02T12:47:00
Noor Haddad | Tasting | yes | 2 | no nuts | noor.haddad@mail.example | 2026-04-03T08:31:00
Ana Sousa | Opening | maybe | 1 | | ana.sousa@mail.example | 2026-04-03T18:20:00
Per Lind | Workshop | yes | 1 | vegetarian | per.lind@mail.example | 2026-04-04T07:55:00
Mia Okafor | Workshop | yes | 1 | | mia.okafor@mail.example | 2026-04-04T11:08:00
Jonas Weber | Opening | yes | 3 | no gluten | jonas.weber@mail.example | 2026-04-05T16:40:00
Yuki Tanaka | Tasting | no | 0 | | yuki.tanaka@mail.example | 2026-04-06T13:12:00
Elif Kaya | Opening | yes | 1 | halal | elif.kaya@mail.example | 2026-04-06T20:05:00
Tom Baker | Workshop | maybe | 2 | | tom.baker@mail.example | 2026-04-07T09:33:00
Clara Rossi | Tasting | yes | 2 | vegetarian | clara.rossi@mail.example | 2026-04-07T15:26:00
Owen Price | Opening | yes | 1 | | owen.price@mail.example | 2026-04-08T10:51:00
`,
    ),
    tab(
      'events',
      `
event | day:date | doors:time | place | seats:integer | open:boolean
Opening | 2026-05-08 | 18:00:00 | Main hall | 120 | true
Tasting | 2026-05-09 | 15:30:00 | Roastery | 24 | true
Workshop | 2026-05-10 | 10:00:00 | Studio 2 | 12 | true
Closing night | 2026-05-10 | 20:00:00 | Courtyard | 80 | false
`,
    ),
  ],
};
