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

function headerRowOf({ preview: { tabs, shown } }: DrivePreviewAnswer): Choice {
  const chosen = tabs.find(({ sheetId }) => sheetId === shown.sheetId)?.headerRow;
  const found = shown.headerRow === 0 || shown.headerRow === null ? 'none' : `row ${shown.headerRow}`;
  const first = Array.from({ length: OFFERED_ROWS }, (_, at) => at + 1);
  const rows = chosen !== undefined && chosen > OFFERED_ROWS ? [...first, chosen] : first;
  return {
    name: 'headerRow',
    label: 'Header row',
    value: chosen === undefined ? '' : String(chosen),
    options: [
      ['', chosen === undefined ? `Found: ${found}` : 'Let it be found'],
      ['0', 'None: columns are A, B, C'],
      ...rows.map((row) => [String(row), `Row ${row}`] as const),
    ],
  };
}

const found = (chosen: string | undefined, word: string): readonly [string, string] => [
  '',
  chosen === undefined ? `Found: ${word}` : 'Let it be found',
];

function textChoices({ encoding, separator, decimals, chosen }: TextReading): Choice[] {
  const separators: Readonly<Record<string, string>> = separatorWords;
  const decimal = decimals === '.,' ? 'by column' : decimalWords[decimals];
  return [
    {
      ...{ name: 'encoding', label: 'Encoding', value: chosen.encoding ?? '' },
      options: [found(chosen.encoding, textEncodings[encoding]), ...Object.entries(textEncodings)],
    },
    {
      ...{ name: 'separator', label: 'Separator', value: chosen.separator ?? '' },
      options: [found(chosen.separator, separators[separator] ?? separator), ...Object.entries(separatorWords)],
    },
    {
      ...{ name: 'decimal', label: 'Decimal sign', value: chosen.decimal ?? '' },
      options: [found(chosen.decimal, decimal), ...Object.entries(decimalWords)],
    },
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
