import type { DriveChange, DrivePreviewAnswer, TextReading } from '../../contract/drive';
import { textEncodings } from '../../contract/textEncodings';

/** A reading option of a spreadsheet. */
export interface Choice {
  readonly name: 'headerRow' | 'encoding' | 'separator' | 'decimal';
  readonly label: string;
  /** Value of the current choice; empty if it is detected. */
  readonly value: string;
  readonly options: readonly (readonly [value: string, word: string])[];
}

const separatorWords = { ',': 'Comma  ,', ';': 'Semicolon  ;', '\t': 'Tab', '|': 'Bar  |' } as const;
const decimalWords = { '.': 'Point  1.5', ',': 'Comma  1,5' } as const;

/** Number of rows offered as the header row. */
const OFFERED_ROWS = 20;

/** Returns an option whose value is detected unless one is chosen. @param found the detected value in words */
const choiceOf = (
  [name, label]: readonly [Choice['name'], string],
  chosen: string | undefined,
  found: string,
  options: Choice['options'],
): Choice => ({
  name,
  label,
  value: chosen ?? '',
  options: [['', chosen === undefined ? `Found: ${found}` : 'Let it be found'], ...options],
});

function headerRowOf({ preview: { tabs, shown } }: DrivePreviewAnswer): Choice {
  const chosen = tabs.find(({ sheetId }) => sheetId === shown.sheetId)?.headerRow;
  const found = shown.headerRow === 0 || shown.headerRow === null ? 'none' : `row ${shown.headerRow}`;
  const first = Array.from({ length: OFFERED_ROWS }, (_, at) => at + 1);
  const rows = chosen !== undefined && chosen > OFFERED_ROWS ? [...first, chosen] : first;
  return choiceOf(['headerRow', 'Header row'], chosen?.toString(), found, [
    ['0', 'None: columns are A, B, C'],
    ...rows.map((row) => [String(row), `Row ${row}`] as const),
  ]);
}

function textChoices({ encoding, separator, decimals, chosen }: TextReading): Choice[] {
  const separators: Readonly<Record<string, string>> = separatorWords;
  const decimal = decimals === '.,' ? 'by column' : decimalWords[decimals];
  return [
    choiceOf(['encoding', 'Encoding'], chosen.encoding, textEncodings[encoding], Object.entries(textEncodings)),
    choiceOf(
      ['separator', 'Separator'],
      chosen.separator,
      separators[separator] ?? separator,
      Object.entries(separatorWords),
    ),
    choiceOf(['decimal', 'Decimal sign'], chosen.decimal, decimal, Object.entries(decimalWords)),
  ];
}

/**
 * Returns the reading options of a spreadsheet: the header row of the shown sheet, unless a project exists, whose settings have it; and
 * the options of a text file.
 */
export function choicesOf(answer: DrivePreviewAnswer): readonly Choice[] {
  const { reading, projectId } = answer.spreadsheet;
  return [
    ...(projectId === undefined ? [headerRowOf(answer)] : []),
    ...(reading === undefined ? [] : textChoices(reading)),
  ];
}

/** Returns the change request of a chosen value; an empty value means that it is detected again. */
export function changeOf(name: Choice['name'], value: string, sheetId: number): DriveChange {
  if (name !== 'headerRow') return { [name]: value === '' ? null : value };
  return { tabs: [{ sheetId, headerRow: value === '' ? null : Number(value) }] };
}
