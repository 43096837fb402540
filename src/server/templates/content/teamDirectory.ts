import { tab, type WrittenTemplate } from '../writtenTemplate';

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
