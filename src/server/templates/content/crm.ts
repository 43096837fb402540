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
