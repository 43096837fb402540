import type { Target } from '../target';

/** Every parser of data from strangers, by name; the product's modules are loaded with each target. */
export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  sheetUrl: async () => (await import('./sheetUrl')).sheetUrlTarget(),
  csv: async () => (await import('./workbook')).csvTarget(),
  workbook: async () => (await import('./workbook')).workbookTarget(),
  query: async () => (await import('./query')).queryTarget(),
  bodies: async () => (await import('./bodies')).bodiesTarget(),
};
