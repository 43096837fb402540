import { hash } from 'node:crypto';
import type { Column } from '../../../contract/rows';
import { Refusal } from '../../refusal';

interface TitledSheet {
  readonly title: string;
}

/** Header of a sheet: its derived columns. */
export type Header = readonly Pick<Column, 'header' | 'cell' | 'key'>[];

/** New titles of sheets that a person says were renamed, by former title. */
export type Renamed = ReadonlyMap<string, string>;

/** Stored sheet, and the sheet of the file that it was, or may have been, renamed to. */
export interface Renaming<S, F> {
  readonly stored: S;
  readonly fresh: F;
}

const invalidRenamed = (detail: string) =>
  new Refusal('invalid_update', detail, {
    errors: [{ field: 'renamed', detail }],
    hint: 'Send renamed as a JSON object: the name of each sheet that was renamed, and its new name.',
  });

const isTitles = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((title) => typeof title === 'string');

/**
 * Parses the parameter `renamed`: a JSON object of titles, `{"old": "new"}`.
 *
 * @throws Refusal `invalid_update` for anything else
 */
export function readRenamed(text = '{}'): Renamed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Invalid JSON, rejected below.
  }
  if (!isTitles(value)) throw invalidRenamed('renamed is not a JSON object of sheet names.');
  return new Map(Object.entries(value));
}

/** Returns the first title that more than one sheet has. */
const repeatedTitle = (sheets: readonly TitledSheet[]) =>
  sheets.find(({ title }, index) => sheets.findIndex((other) => other.title === title) < index)?.title;

/**
 * Rejects repeated titles, because sheets of a file are matched with stored ones by title only: ids, positions and headers do not
 * identify a sheet.
 *
 * @throws Refusal `damaged_workbook` or `invalid_update` if two sheets have the same title
 */
export function refuseRepeatedTitles(fresh: readonly TitledSheet[], stored: readonly TitledSheet[]): void {
  const repeatedInFile = repeatedTitle(fresh);
  if (repeatedInFile !== undefined) {
    throw new Refusal('damaged_workbook', `The file has two sheets called “${repeatedInFile}”.`, {
      hint: 'Give each sheet a name of its own, save the file and upload it again.',
    });
  }
  const repeatedInDrive = repeatedTitle(stored);
  if (repeatedInDrive !== undefined) {
    throw new Refusal('invalid_update', `This spreadsheet has two sheets called “${repeatedInDrive}”.`, {
      hint: 'Open the sheet, rename one of them, and upload the file again.',
    });
  }
}

/** Returns a column's header text; null for a generated one: blank, or the letters of the column. */
function headerText({ header, cell }: Header[number]): string | null {
  const letters = cell.replace(/\d+$/, '');
  const text = header.trim();
  return ['', letters, `column_${letters}`].includes(text) ? null : text;
}

/**
 * Returns a hash that two sheets share if they have the same header texts in the same order; undefined if all are generated. Each
 * sheet is compared with many.
 */
export function headerHash(header: Header): string | undefined {
  const texts = header.map(headerText);
  return texts.every((text) => text === null) ? undefined : hash('sha256', JSON.stringify(texts), 'base64');
}

interface Unmatched<S, F> {
  /** Stored sheets whose titles are not in the file. */
  readonly missing: readonly S[];
  /** Sheets of the file whose titles are new. */
  readonly added: readonly F[];
  readonly isSame: (stored: S, fresh: F) => boolean;
}

/**
 * Returns the renamings that a person has stated.
 *
 * @throws Refusal `invalid_update` for a title that is not missing or not new, for sheets with different headers, and for two
 * sheets with the same new title
 */
export function statedRenamings<S extends TitledSheet, F extends TitledSheet>(
  { missing, added, isSame }: Unmatched<S, F>,
  renamed: Renamed,
): Renaming<S, F>[] {
  const used = new Set<F>();
  return [...renamed].map(([formerTitle, title]) => {
    const stored = missing.find((sheet) => sheet.title === formerTitle);
    if (stored === undefined) {
      throw invalidRenamed(
        `“${formerTitle}” is not a sheet that the file leaves out. Only such a sheet can have been renamed.`,
      );
    }
    const fresh = added.find((sheet) => sheet.title === title);
    if (fresh === undefined) throw invalidRenamed(`“${title}” is not a new sheet of the file. Name one that is.`);
    if (used.has(fresh)) throw invalidRenamed(`Two sheets cannot both become “${title}”. Name one of them.`);
    if (!isSame(stored, fresh)) {
      throw invalidRenamed(
        `“${formerTitle}” and “${title}” do not have the same header. Leave “${formerTitle}” out: it is deleted, and “${title}” is added.`,
      );
    }
    used.add(fresh);
    return { stored, fresh };
  });
}

/**
 * Returns the sheets that may have been renamed, because exactly one new sheet has the same header. A person has to confirm them.
 */
export function possibleRenamings<S, F>({ missing, added, isSame }: Unmatched<S, F>): Renaming<S, F>[] {
  return missing.flatMap((stored) => {
    const [fresh, ...others] = added.filter((sheet) => isSame(stored, sheet));
    return fresh === undefined || others.length > 0 ? [] : [{ stored, fresh }];
  });
}
