import type { Target } from '../target';

/** Everything that reads what strangers send, by name; what a target needs of the product is loaded with it. */
export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  sheetUrl: async () => (await import('./sheetUrl')).sheetUrlTarget(),
  csv: async () => (await import('./workbook')).csvTarget(),
  workbook: async () => (await import('./workbook')).workbookTarget(),
  query: async () => (await import('./query')).queryTarget(),
  bodies: async () => (await import('./bodies')).bodiesTarget(),
};
