import type { CellValue, ColumnType } from '../../src/contract/rows';
import type { Template, TemplateTab } from '../../src/contract/templates';

const tabOf = (
  sheetId: number,
  title: string,
  columns: Readonly<Record<string, ColumnType>>,
  first: CellValue[][],
): TemplateTab => ({
  ...{ sheetId, title, rows: 14, first },
  columns: Object.entries(columns).map(([key, type]) => ({ key, type })),
});

const templateOf = (title: string, line: string, category: Template['category'], ...tabs: TemplateTab[]): Template => ({
  ...{ id: title.toLowerCase(), title, line, category, tabs },
});

const products = tabOf(
  1,
  'products',
  { name: 'text', price: 'number', stock: 'integer', sku: 'text', 'on sale': 'boolean', added: 'date' },
  [
    ['Oak stool', 129, 14, '00412', false, '2026-01-12'],
    ['Linen throw', 64, 40, '00418', true, '2026-01-12'],
    ['Desk lamp', 88, 9, '00421', false, '2026-01-19'],
    ['Clay vase, tall', 42.5, 22, '00430', false, null],
  ],
);
const categories = tabOf(2, 'categories', { category: 'text', title: 'text', order: 'integer' }, [
  ['furniture', 'Furniture', 1],
  ['textiles', 'Textiles', 2],
]);
const guests = tabOf(1, 'guests', { name: 'text', event: 'text', coming: 'text' }, [
  ['Ida Berg', 'Opening', 'yes'],
  ['Leo Sand', 'Opening', 'no'],
  ['Sam Holt', 'Tasting', 'yes'],
]);
const messages = tabOf(1, 'messages', { name: 'text', topic: 'text', at: 'datetime', answered: 'boolean' }, [
  ['Ida Berg', 'Wholesale', '2026-03-02T10:42:00', true],
  ['Leo Sand', 'Visit', '2026-03-02T10:51:00', true],
  ['Sam Holt', 'Other', '2026-03-02T11:03:00', false],
]);

/** A few of the gallery's templates. */
export const templates: readonly Template[] = [
  templateOf('Product catalogue', 'Prices, stock and photos for a small shop.', 'Shop', products, categories),
  templateOf('Event RSVP', 'Who comes to what, filled by a form.', 'Events', guests, {
    ...categories,
    title: 'events',
  }),
  templateOf('Contact form', 'One row for every message from your site.', 'Forms', messages),
  templateOf('CRM', 'Contacts, deals and what happens next.', 'Work', { ...guests, title: 'contacts' }),
];
