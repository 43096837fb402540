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
