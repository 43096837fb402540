import { tab, type WrittenTemplate } from '../writtenTemplate';

export const contactForm: WrittenTemplate = {
  id: 'contact-form',
  title: 'Contact form',
  line: 'One row for every message from your site.',
  category: 'Forms',
  tabs: [
    tab(
      'messages',
      `
name | topic | at:datetime | email | phone | message | answered:boolean
Ida Berg | Wholesale | 2026-03-02T10:42:00 | ida.berg@mail.example | 0046 46 120 410 | Do you deliver to cafés outside Lund? | true
Leo Sand | Visit | 2026-03-02T10:51:00 | leo.sand@mail.example | | May I bring a class of 20 on a Friday? | true
Sam Holt | Other | 2026-03-02T11:03:00 | sam.holt@mail.example | | Your opening hours on the map are old. | true
Noor Haddad | Order | 2026-03-03T08:17:00 | noor.haddad@mail.example | 0046 70 555 01 18 | Order 1042 arrived with a torn bag. | true
Ana Sousa | Wholesale | 2026-03-03T14:29:00 | ana.sousa@mail.example | | Could you send me your price list? | true
Per Lind | Press | 2026-03-04T09:05:00 | per.lind@mail.example | 0046 40 661 120 | I write about bakeries. Is there somebody to talk to? | false
Mia Okafor | Order | 2026-03-04T16:38:00 | mia.okafor@mail.example | | Can I change the address of my order? | true
Jonas Weber | Visit | 2026-03-05T12:10:00 | jonas.weber@mail.example | | Is the courtyard open in winter? | false
Yuki Tanaka | Other | 2026-03-06T07:44:00 | yuki.tanaka@mail.example | | I left a grey scarf at the counter. | true
Elif Kaya | Wholesale | 2026-03-06T13:52:00 | elif.kaya@mail.example | 0049 30 5550 190 | We open in May and need 12 kg a week. | false
Tom Baker | Order | 2026-03-07T19:21:00 | tom.baker@mail.example | | Thank you, everything came in time. | false
Clara Rossi | Press | 2026-03-09T10:00:00 | clara.rossi@mail.example | | May we use your photos in our guide? | false
`,
    ),
  ],
};
