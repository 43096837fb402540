import { paths } from '../paths';

/** Topics, in the order of the navigation. */
export const topics = ['Start', 'Rows', 'Protect', 'Use it from', 'Move from'] as const;
export type Topic = (typeof topics)[number];

/** An entry of the list of guides. Its text is `guides/{slug}.md`. */
export interface Guide {
  readonly slug: string;
  readonly topic: Topic;
  readonly title: string;
  /** Summary of the guide. */
  readonly line: string;
  readonly minutes: number;
}

const listed =
  (topic: Topic) =>
  (slug: string, title: string, minutes: number, line: string): Guide => ({ slug, topic, title, line, minutes });

const start = listed('Start');
const rows = listed('Rows');
const protect = listed('Protect');
const from = listed('Use it from');
const move = listed('Move from');

/** Every guide, in the order of the navigation. */
export const guides: readonly Guide[] = [
  start('first-endpoint', 'Your first endpoint', 1, 'From a sheet to an answer in five steps.'),
  start('google', 'Keep in sync with Google', 3, 'What is fresh, what is not, and how to write.'),
  start('upload', 'Upload a workbook', 1, 'A sheet in Tabpoint that calls may change.'),
  rows('read', 'Read, filter and sort', 3, 'Ask for exactly the rows you need.'),
  rows('types', 'Column types', 2, 'How numbers, dates and booleans are read from cells.'),
  rows('write', 'Write rows', 4, 'Add, change, replace and delete, one row or many.'),
  protect('keys', 'Keys and access', 2, 'Open reading, publishable and secret keys.'),
  protect('errors', 'Limits and errors', 2, 'Every status code, and what to do about it.'),
  from('react', 'React', 2, 'A hook, a type and a list that stays fresh.'),
  from('static-page', 'A static page', 2, 'A table and a form with nothing but HTML.'),
  from('python', 'Python', 1, 'Read, write and page with requests.'),
  from('spreadsheets', 'Excel and Google Sheets', 2, 'An endpoint as a file, and a script that adds rows.'),
  from('n8n', 'n8n', 1, 'The HTTP Request node, filled in by one paste.'),
  from('zapier-make', 'Zapier and Make', 2, 'What to fill in, to add rows and to notice new ones.'),
  from('ai-agent', 'An AI agent', 1, 'Let a model find the columns by itself.'),
  move('sheetdb', 'SheetDB', 1, 'Each parameter and call beside its own here.'),
  move('sheety', 'Sheety', 1, 'The same sheet without the wrapping object.'),
  move('sheet-best', 'Sheet Best', 1, 'Path filters become parameters.'),
  move('stein', 'Stein', 1, 'Conditions move from the body to the address.'),
  move('opensheet', 'opensheet', 1, 'The same array, with types and filters.'),
  move('nocodb', 'NocoDB', 1, 'Conditions lose their brackets.'),
  move('airtable', 'Airtable', 1, 'Formulas become parameters.'),
];

export const [firstGuide] = guides as readonly [Guide, ...Guide[]];

export const guidesOn = (topic: Topic) => guides.filter((guide) => guide.topic === topic);

export const guideOf = (slug: string | undefined) => guides.find((guide) => guide.slug === slug);

/** Returns the previous and the next guide. */
export function neighboursOf(guide: Guide): { readonly before?: Guide; readonly after?: Guide } {
  const at = guides.indexOf(guide);
  return { before: guides[at - 1], after: guides[at + 1] };
}

export const pathOfGuide = ({ slug }: Guide, heading?: string) => paths.guide(slug, heading);
