import { tab, type WrittenTemplate } from '../writtenTemplate';

export const crm: WrittenTemplate = {
  id: 'crm',
  title: 'CRM',
  line: 'Contacts, deals and what happens next.',
  category: 'Work',
  tabs: [
    tab(
      'contacts',
      `
contact | stage | value:integer | number | person | email | last call:date | next step
North Quay | Won | 4200 | 00017 | Karin Ek | karin@northquay.example | 2026-03-12 | Send the first invoice
Saltbox | Talking | 1800 | 00018 | Dan Roth | dan@saltbox.example | 2026-03-16 | Tasting on Thursday
Morrow | New | 950 | 00019 | Lea Funk | lea@morrow.example | | Call back
Rye & Rind | Won | 6100 | 00020 | Piet Vos | piet@rye.example | 2026-02-27 | Ask about the summer menu
Harbour Hotel | Talking | 12400 | 00021 | Sara Nilsson | sara@harbour.example | 2026-03-18 | Offer for 60 rooms
Lund Library | New | 700 | 00022 | Bo Strand | bo@library.example | | Send the price list
Blue Door Studio | Lost | 1500 | 00023 | Ines Prado | ines@bluedoor.example | 2026-01-20 | Try again in autumn
Kite & Kin | Talking | 2300 | 00024 | Amir Said | amir@kite.example | 2026-03-10 | Sample box
Elm Street Café | Won | 3900 | 00025 | Ruth Adler | ruth@elmstreet.example | 2026-03-05 | Second grinder
Fjord Cycling | New | 1100 | 00026 | Nils Berg | nils@fjord.example | | Write an introduction
Oak School | Talking | 2600 | 00027 | Maja Lund | maja@oakschool.example | 2026-03-17 | Wait for the budget
Paper & Pine | Won | 1900 | 00028 | Hugo Lima | hugo@paperpine.example | 2026-02-11 | Ask for a quote for the site
Tram Depot | Lost | 5200 | 00029 | Eva Holm | eva@tramdepot.example | 2026-02-02 | None
`,
    ),
    tab(
      'deals',
      `
deal | contact | amount:number | chance:number | closes:date | open:boolean
Beans, one year | North Quay | 4200 | 1 | 2026-03-12 | false
Office machine | Saltbox | 1800.5 | 0.6 | 2026-04-10 | true
Starter box | Morrow | 950 | 0.2 | 2026-05-04 | true
Bakery blend | Rye & Rind | 6100 | 1 | 2026-02-27 | false
Room service | Harbour Hotel | 12400 | 0.5 | 2026-05-29 | true
Reading room | Lund Library | 700 | 0.2 | 2026-06-12 | true
Studio kitchen | Blue Door Studio | 1500 | 0 | 2026-01-20 | false
Gift sets | Kite & Kin | 2300 | 0.4 | 2026-04-24 | true
`,
    ),
  ],
};

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

export const teamDirectory: WrittenTemplate = {
  id: 'team-directory',
  title: 'Team directory',
  line: 'People and teams with their cities.',
  category: 'Work',
  tabs: [
    tab(
      'people',
      `
name | team | city | role | email | extension | started:date | remote:boolean
Ida Berg | Roasting | Lund | Roaster | ida@halden.example | 0101 | 2014-08-18 | false
Leo Sand | Sales | Malmö | Account manager | leo@halden.example | 0204 | 2018-02-05 | false
Sam Holt | Shop | Lund | Barista | sam@halden.example | 0310 | 2021-05-03 | false
Noor Haddad | Sales | Berlin | Head of sales | noor@halden.example | 0201 | 2016-10-10 | true
Ana Sousa | Roasting | Lund | Quality | ana@halden.example | 0104 | 2019-03-25 | false
Per Lind | Office | Lund | Bookkeeper | per@halden.example | 0402 | 2012-01-09 | false
Mia Okafor | Shop | Malmö | Shop manager | mia@halden.example | 0301 | 2017-06-12 | false
Jonas Weber | Sales | Berlin | Account manager | jonas@halden.example | 0207 | 2022-09-01 | true
Yuki Tanaka | Product | Lund | Web developer | yuki@halden.example | 0501 | 2020-11-16 | true
Elif Kaya | Product | Malmö | Designer | elif@halden.example | 0502 | 2021-01-11 | true
Tom Baker | Shop | Lund | Baker | tom@halden.example | 0314 | 2023-04-17 | false
Clara Rossi | Office | Lund | People | clara@halden.example | 0401 | 2015-08-31 | false
Owen Price | Roasting | Lund | Apprentice | owen@halden.example | 0108 | 2025-08-18 | false
`,
    ),
    tab(
      'teams',
      `
team | lead | floor:integer | what it does
Roasting | Ida Berg | 0 | Buys, roasts and tastes.
Sales | Noor Haddad | 2 | Cafés, offices and shops.
Shop | Mia Okafor | 0 | Three counters and a courtyard.
Product | Yuki Tanaka | 1 | The web shop and what is behind it.
Office | Clara Rossi | 2 | People, numbers and keys.
`,
    ),
  ],
};
