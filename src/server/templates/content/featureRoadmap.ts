import { tab, type WrittenTemplate } from '../writtenTemplate';

export const featureRoadmap: WrittenTemplate = {
  id: 'feature-roadmap',
  title: 'Feature roadmap',
  line: 'What is next, with votes from a form.',
  category: 'Work',
  tabs: [
    tab(
      'features',
      `
feature | status | votes:integer | area | owner | planned:date | public:boolean | description
Gift cards | Next | 41 | Checkout | Yuki Tanaka | 2026-05-18 | true | Buy one, send it by email, spend it in the shop.
Dark theme | Done | 38 | Design | Elif Kaya | 2026-02-16 | true | Follows the setting of the device.
Refills | Idea | 12 | Shop | | | true | Bring your own bag and pay less.
Subscriptions | Next | 67 | Checkout | Yuki Tanaka | 2026-06-15 | true | A bag every week, every two weeks or every month.
Order again | Done | 29 | Checkout | Yuki Tanaka | 2026-01-19 | true | One button on every old order.
Pick up in the shop | Working on it | 33 | Shop | Mia Okafor | 2026-04-20 | true | Order before 10, take it along after 14.
Compare coffees | Idea | 18 | Design | | | true | Two or three side by side.
Invoices for offices | Working on it | 24 | Payment | Per Lind | 2026-04-27 | true | One invoice a month for all orders.
Stock alerts | Next | 21 | Shop | Sam Holt | 2026-06-01 | true | A message when something is back.
New search | Working on it | 15 | Design | Elif Kaya | 2026-05-04 | false | Finds tastes, not only names.
Second warehouse | Idea | 4 | Shop | | | false | For orders to the south of Europe.
Reviews | Idea | 9 | Shop | | | true | Written by people who have bought it.
`,
    ),
    tab(
      'votes',
      `
feature | name | email | at:datetime | comment
Subscriptions | Ida Berg | ida.berg@mail.example | 2026-03-02T08:12:00 | Every two weeks, please.
Gift cards | Leo Sand | leo.sand@mail.example | 2026-03-02T17:45:00 |
Refills | Noor Haddad | noor.haddad@mail.example | 2026-03-03T12:30:00 | I have a shelf full of bags.
Subscriptions | Per Lind | per.lind@mail.example | 2026-03-04T09:02:00 |
Pick up in the shop | Mia Okafor | mia.okafor@mail.example | 2026-03-05T07:18:00 | On my way home.
Invoices for offices | Jonas Weber | jonas.weber@mail.example | 2026-03-06T14:55:00 | With a purchase number on it.
Stock alerts | Yuki Tanaka | yuki.tanaka@mail.example | 2026-03-08T21:37:00 | For the Huila, above all.
Reviews | Clara Rossi | clara.rossi@mail.example | 2026-03-09T10:20:00 |
`,
    ),
  ],
};
