import type { CellValue, ColumnType } from '../../../contract/rows';
import type { Warning } from '../../../contract/projects';
import { type DerivedTab, deriveRead, type TabSettings } from '../../normalise/deriveTab';
import { readPackedRows } from '../../normalise/packedRows';
import { foldRaw } from '../../store/log/foldRaw';

declare module '../../workers/workers' {
  interface Jobs {
    /** Says what the endpoint of a tab would look like. */
    previewTab: { input: TabToPreview; output: TabPreview };
  }
}

/** A tab as it is stored. */
export interface TabToPreview {
  readonly raw: Buffer;
  /** Texts of its log, in order. */
  readonly log: readonly string[];
  readonly settings: TabSettings;
}

export interface TabPreview {
  /** 1-based; 0 where it has none, null where nothing stands in it. */
  readonly headerRow: number | null;
  readonly columns: readonly { readonly key: string; readonly header: string; readonly type: ColumnType }[];
  /** All of them. */
  readonly rows: number;
  readonly warnings: readonly Warning[];
  /** Of the first rows, the value of each column. */
  readonly firstRows: readonly CellValue[][];
}

/** Rows that a person is shown. */
const SHOWN = 6;

/** What a person is shown of derived rows. */
export async function previewOf({ headerRow, columns, rows, warnings, packed }: DerivedTab): Promise<TabPreview> {
  const firstRows: CellValue[][] = [];
  if (rows > 0) {
    for await (const [, , ...values] of readPackedRows(packed)) {
      firstRows.push(values);
      if (firstRows.length === SHOWN) break;
    }
  }
  const shown = columns.map(({ key, header, type }) => ({ key, header, type }));
  return { headerRow, columns: shown, rows, warnings, firstRows };
}

/** Derives the rows of a tab as they would be, and keeps the first ones. Runs in a worker thread. */
export async function previewTab({ raw, log, settings }: TabToPreview): Promise<TabPreview> {
  const now = log.length === 0 ? raw : await foldRaw(raw, log);
  return previewOf(await deriveRead(now, settings));
}
