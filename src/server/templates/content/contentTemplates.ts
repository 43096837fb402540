import { tab, type WrittenTemplate } from '../writtenTemplate';

export const blogPosts: WrittenTemplate = {
  id: 'blog-posts',
  title: 'Blog posts',
  line: 'Posts, authors and tags for a static site.',
  category: 'Content',
  tabs: [
    tab(
      'posts',
      `
title | author | live:boolean | slug | published:date | minutes:integer | tag | summary
First roast | Mara | true | first-roast | 2026-01-05 | 4 | roasting | What happens in the first eleven minutes, and why we stop there.
On water | Jon | true | on-water | 2026-01-12 | 6 | brewing | Two kettles, one tap, and a cup that tastes like somewhere else.
Cupping | Mara | false | cupping | | 5 | tasting | How we taste forty coffees before noon.
A farm in Huila | Ines | true | a-farm-in-huila | 2026-01-26 | 9 | origin | A week with the people who grow the coffee of this spring.
Grind finer | Jon | true | grind-finer | 2026-02-02 | 3 | brewing | One turn of the dial, tasted side by side.
The price of a cup | Mara | true | the-price-of-a-cup | 2026-02-09 | 7 | business | Where each krona goes, from the tree to the till.
Milk | Jon | true | milk | 2026-02-16 | 4 | brewing | Warm, not hot: the ten degrees that decide.
Washed or natural | Ines | true | washed-or-natural | 2026-02-23 | 8 | origin | Two ways to dry a cherry, and what they leave in it.
Opening a second shop | Mara | true | opening-a-second-shop | 2026-03-02 | 6 | business | A lease, a leak and a very good carpenter.
Decaf is coffee | Ines | true | decaf-is-coffee | 2026-03-09 | 5 | roasting | How it is taken out, and how we roast what is left.
Spring menu | Jon | true | spring-menu | 2026-03-16 | 2 | business | What is new at the counter from Monday on.
Storing beans | Ines | false | storing-beans | | 3 | brewing | Jar, bag or freezer.
`,
    ),
    tab(
      'authors',
      `
author | full name | role | since:integer | bio
Mara | Mara Halden | Founder | 2011 | Roasts on Mondays and writes on trains.
Jon | Jon Ek | Barista | 2017 | Has opinions about water.
Ines | Ines Prado | Buyer | 2014 | Spends the harvest where it happens.
`,
    ),
    tab(
      'tags',
      `
tag | title | description
roasting | Roasting | Heat, time and smell.
brewing | Brewing | From bean to cup at home.
tasting | Tasting | Words for what is in the cup.
origin | Origin | Farms, mills and the people there.
business | Business | How a small shop works.
`,
    ),
  ],
};

export const faq: WrittenTemplate = {
  id: 'faq',
  title: 'FAQ',
  line: 'Questions and answers in your own order.',
  category: 'Content',
  tabs: [
    tab(
      'questions',
      `
question | topic | order:integer | answer | shown:boolean | updated:date
Do you ship? | Orders | 1 | Yes, to every country in the EU, and to Norway and Switzerland. | true | 2026-02-10
Can I return it? | Orders | 2 | Within 30 days, unopened. We pay the way back. | true | 2026-02-10
Where are you? | Shop | 1 | In Lund, behind the station, and at two counters in Malmö. | true | 2026-01-15
When are you open? | Shop | 2 | Monday to Saturday from 7 to 18, on Sundays from 9 to 16. | true | 2026-03-01
How fast is delivery? | Orders | 3 | Two working days in Sweden, three to five elsewhere. | true | 2026-02-10
Can I change my order? | Orders | 4 | Until it is packed. Write to us with its number. | true | 2026-02-18
Which cards do you take? | Payment | 1 | All of them, and bank transfer for orders above 5,000 kr. | true | 2026-01-15
Do I get a receipt? | Payment | 2 | By email, at once. Ask us for a copy with your VAT number. | true | 2026-01-15
Is the coffee roasted fresh? | Coffee | 1 | Every Monday. The date is on the bag. | true | 2026-03-09
How do I store it? | Coffee | 2 | In its bag, closed, away from light. Not in the fridge. | true | 2026-03-09
Do you grind it for me? | Coffee | 3 | Yes, tell us how you brew. | true | 2026-03-09
Do you give courses? | Shop | 3 | Again from autumn on. | false | 2026-03-20
`,
    ),
  ],
};

export const jobBoard: WrittenTemplate = {
  id: 'job-board',
  title: 'Job board',
  line: 'Open roles, ready for a careers page.',
  category: 'Content',
  tabs: [
    tab(
      'jobs',
      `
role | team | where | company | kind | pay from:integer | pay to:integer | posted:date | open:boolean | apply
Baker | Morning | Lund | Rye & Rind | full time | 29500 | 34000 | 2026-03-02 | true | https://rye.example/jobs/baker
Driver | Logistics | Malmö | Halden Coffee | full time | 28500 | 31000 | 2026-03-04 | true | https://halden.example/jobs/driver
Barista | Floor | Lund | Halden Coffee | part time | 24000 | 26500 | 2026-03-05 | true | https://halden.example/jobs/barista
Head roaster | Roasting | Lund | Halden Coffee | full time | 38000 | 44000 | 2026-03-09 | true | https://halden.example/jobs/head-roaster
Web developer | Product | Remote | Saltbox | full time | 45000 | 56000 | 2026-03-10 | true | https://saltbox.example/jobs/web-developer
Support agent | Care | Malmö | Saltbox | part time | 26000 | 29000 | 2026-03-11 | false | https://saltbox.example/jobs/support-agent
Pastry chef | Morning | Malmö | Rye & Rind | full time | 31000 | 36000 | 2026-03-13 | true | https://rye.example/jobs/pastry-chef
Warehouse lead | Logistics | Helsingborg | North Quay | full time | 33000 | 37500 | 2026-03-16 | true | https://northquay.example/jobs/warehouse-lead
Bookkeeper | Office | Lund | North Quay | part time | 30000 | 34000 | 2026-03-17 | true | https://northquay.example/jobs/bookkeeper
Product designer | Product | Remote | Saltbox | full time | 44000 | 52000 | 2026-03-18 | true | https://saltbox.example/jobs/product-designer
Shop manager | Floor | Malmö | Halden Coffee | full time | 33500 | 38000 | 2026-03-19 | false | https://halden.example/jobs/shop-manager
Summer intern | Office | Helsingborg | North Quay | internship | 18000 | 18000 | 2026-03-20 | true | https://northquay.example/jobs/summer-intern
`,
    ),
    tab(
      'companies',
      `
company | city | people:integer | founded:integer | website | about
Halden Coffee | Lund | 24 | 2011 | https://halden.example | Roasts coffee and runs three shops.
Rye & Rind | Malmö | 38 | 2008 | https://rye.example | Sourdough bread and a cheese counter.
Saltbox | Remote | 61 | 2016 | https://saltbox.example | Software for small restaurants.
North Quay | Helsingborg | 112 | 1994 | https://northquay.example | Keeps and moves goods at the harbour.
`,
    ),
  ],
};

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
