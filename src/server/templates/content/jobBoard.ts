import { tab, type WrittenTemplate } from '../writtenTemplate';

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
