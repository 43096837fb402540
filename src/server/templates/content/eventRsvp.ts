import { tab, type WrittenTemplate } from '../writtenTemplate';

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
