import { tab, type WrittenTemplate } from '../writtenTemplate';

export const linkInBio: WrittenTemplate = {
  id: 'link-in-bio',
  title: 'Link in bio',
  line: 'A page of links that you edit in a sheet.',
  category: 'Content',
  tabs: [
    tab(
      'links',
      `
title | url | on:boolean | order:integer | icon | from:date | until:date
Shop | https://shop.example | true | 1 | bag | 2026-01-01 |
Visit | https://map.example/halden | true | 2 | pin | 2026-01-01 |
Jobs | https://jobs.example/halden | false | 3 | people | 2026-01-01 |
Spring menu | https://halden.example/menu | true | 4 | leaf | 2026-03-16 | 2026-06-14
Book a tasting | https://halden.example/tasting | true | 5 | cup | 2026-02-01 |
Newsletter | https://letters.example/halden | true | 6 | letter | 2026-01-01 |
Film: a farm in Huila | https://video.example/huila | true | 7 | play | 2026-01-26 |
Playlist of the shop | https://music.example/halden | true | 8 | note | 2026-01-01 |
Gift cards | https://shop.example/gifts | false | 9 | gift | 2025-11-20 | 2025-12-24
Wholesale | https://halden.example/wholesale | true | 10 | box | 2026-01-01 |
Press photos | https://halden.example/press | true | 11 | camera | 2026-01-01 |
Write to us | https://halden.example/contact | true | 12 | pen | 2026-01-01 |
`,
    ),
  ],
};
