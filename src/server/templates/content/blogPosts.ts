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
