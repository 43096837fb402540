import type { DriveSpreadsheet } from '../../../src/contract/drive';
import type { Template } from '../../../src/contract/templates';

/** A template with the given tabs, each with two columns and a row. */
export const templateOf = (
  title: string,
  category: Template['category'],
  line: string,
  ...tabs: readonly string[]
): Template => ({
  id: title.toLowerCase(),
  title,
  line,
  category,
  tabs: tabs.map((name, at) => ({
    sheetId: at + 1,
    title: name,
    rows: 12,
    columns: [
      { key: 'name', type: 'text' },
      { key: `${name} on`, type: 'boolean' },
    ],
    first: [[`Oak of ${name}`, true]],
  })),
});

export const shop = templateOf('Product catalogue', 'Shop', 'Prices and stock.', 'products', 'categories');
export const crm = templateOf('CRM', 'Work', 'Contacts, deals and what happens next.', 'contacts', 'deals');
export const faq = templateOf('FAQ', 'Content', 'Questions and answers.', 'questions');

/** The server's response to a copy. */
export const copy: DriveSpreadsheet = {
  id: 'tpd_a1b2c3d4e5f6g7h8i9j0k1l2',
  title: 'Product catalogue',
  url: 'https://tabpoint.example/spreadsheets/d/tpd_a1b2c3d4e5f6g7h8i9j0k1l2',
  tabs: [{ sheetId: 1, title: 'products', rows: 12, columns: 2 }],
  fileName: 'Product catalogue.xlsx',
  bytes: 4_260,
  createdAt: '2026-03-01T10:00:00.000Z',
  changedAt: '2026-03-01T10:00:00.000Z',
};
