import type { Column } from '../../../contract/rows';
import { Refusal } from '../../refusal';

interface Titled {
  readonly title: string;
}

/** The header of a sheet: its columns as they are derived. */
export type Header = readonly Pick<Column, 'header' | 'cell' | 'key'>[];

/** Titles of sheets that are gone, and the new titles that a person says they have. */
export type Renamed = ReadonlyMap<string, string>;

/** A stored sheet, and the sheet of the file that it has become or may have become. */
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
 * Reads the parameter `renamed`: a JSON object of titles, `{"old": "new"}`.
 *
 * @throws Refusal `invalid_update` for anything else
 */
export function readRenamed(text = '{}'): Renamed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: refused below.
  }
  if (!isTitles(value)) throw invalidRenamed('renamed is not a JSON object of sheet names.');
  return new Map(Object.entries(value));
}

/** The first title that more than one sheet has. */
const repeatedTitle = (sheets: readonly Titled[]) =>
  sheets.find(({ title }, at) => sheets.findIndex((other) => other.title === title) < at)?.title;

/**
 * The sheets of a file are matched with stored ones by title alone: numbers, positions and headers do not identify a sheet.
 *
 * @throws Refusal `damaged_workbook` or `invalid_update` where two sheets have the same title
 */
export function refuseRepeatedTitles(fresh: readonly Titled[], stored: readonly Titled[]): void {
  const twice = repeatedTitle(fresh);
  if (twice !== undefined) {
    throw new Refusal('damaged_workbook', `The file has two sheets called “${twice}”.`, {
      hint: 'Give each sheet a name of its own, save the file and upload it again.',
    });
  }
  const ours = repeatedTitle(stored);
  if (ours !== undefined) {
    throw new Refusal('invalid_update', `This spreadsheet has two sheets called “${ours}”.`, {
      hint: 'Open the sheet, rename one of them, and upload the file again.',
    });
  }
}

/** A column's header text; null for a generated one: blank, or the letters of the column. */
function headerText({ header, cell }: Header[number]): string | null {
  const letters = cell.replace(/\d+$/, '');
  const text = header.trim();
  return ['', letters, `column_${letters}`].includes(text) ? null : text;
}

/** Whether two sheets have the same header texts in the same order, at least one of them not generated. */
export function isSameHeader(one: Header, other: Header): boolean {
  const [ours, theirs] = [one.map(headerText), other.map(headerText)];
  const isWritten = ours.some((text) => text !== null);
  return isWritten && ours.length === theirs.length && ours.every((text, at) => text === theirs[at]);
}

interface Unmatched<S, F> {
  /** Stored sheets whose titles are not in the file. */
  readonly gone: readonly S[];
  /** Sheets of the file whose titles are new. */
  readonly added: readonly F[];
  readonly isSame: (stored: S, fresh: F) => boolean;
}

/**
 * The sheets that a person says were renamed.
 *
 * @throws Refusal `invalid_update` for a title that is not gone or not new, for sheets with different headers, and for two sheets
 *   that would become one
 */
export function answeredRenamings<S extends Titled, F extends Titled>(
  { gone, added, isSame }: Unmatched<S, F>,
  renamed: Renamed,
): Renaming<S, F>[] {
  const taken = new Set<F>();
  return [...renamed].map(([old, title]) => {
    const stored = gone.find((sheet) => sheet.title === old);
    if (stored === undefined) {
      throw invalidRenamed(
        `“${old}” is not a sheet that the file leaves out. Only such a sheet can have been renamed.`,
      );
    }
    const fresh = added.find((sheet) => sheet.title === title);
    if (fresh === undefined) throw invalidRenamed(`“${title}” is not a new sheet of the file. Name one that is.`);
    if (taken.has(fresh)) throw invalidRenamed(`Two sheets cannot both become “${title}”. Name one of them.`);
    if (!isSame(stored, fresh)) {
      throw invalidRenamed(
        `“${old}” and “${title}” do not have the same header. Leave “${old}” out: it is deleted, and “${title}” is added.`,
      );
    }
    taken.add(fresh);
    return { stored, fresh };
  });
}

/** The sheets that may have been renamed, which a person has to tell: exactly one new sheet has the same header. */
export function possibleRenamings<S, F>({ gone, added, isSame }: Unmatched<S, F>): Renaming<S, F>[] {
  return gone.flatMap((stored) => {
    const [fresh, ...others] = added.filter((sheet) => isSame(stored, sheet));
    return fresh === undefined || others.length > 0 ? [] : [{ stored, fresh }];
  });
}
