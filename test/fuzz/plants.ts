/** A typical bug, and the target that must find it. */
export interface Plant {
  readonly target: string;
  /** Path of the source, from the root. */
  readonly file: string;
  /** Correct text in the source, which occurs there once. */
  readonly right: string;
  /** Text with the bug. */
  readonly wrong: string;
}

/** One for each target. */
export const plants: readonly Plant[] = [
  {
    target: 'sheetUrl',
    file: 'src/contract/sheetUrl.ts',
    right: '/^[A-Za-z0-9_-]+/',
    wrong: '/^[A-Za-z0-9_.-]+/',
  },
  {
    target: 'csv',
    file: 'src/server/workbook/csv/csvText.ts',
    right: 'decoder = new TextDecoder(encoding);',
    wrong: 'decoder = new TextDecoder(encoding, { fatal: true });',
  },
  {
    target: 'workbook',
    file: 'src/server/workbook/xlsx/worksheetPart.ts',
    right: 'return shared && movedFormula(shared, row, column);',
    wrong: 'return movedFormula(shared!, row, column);',
  },
  {
    target: 'query',
    file: 'src/server/endpoints/query/whereCondition.ts',
    right: 'if (!isJsonObject(value)) {',
    wrong: "if (typeof value !== 'object') {",
  },
  {
    target: 'bodies',
    file: 'src/server/endpoints/query/values.ts',
    right: "typeof value === 'object' && value !== null && !Array.isArray(value) &&",
    wrong: "typeof value === 'object' && !Array.isArray(value) &&",
  },
];
