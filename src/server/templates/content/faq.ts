import { tab, type WrittenTemplate } from '../writtenTemplate';

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
