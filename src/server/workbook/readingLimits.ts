/**
 * Limits of reading that only the server knows; those in `contract/limits` hold as well. They are chosen so that reading
 * any file stays under a quarter of a gigabyte, whatever the file says of itself.
 */
export const readingLimits = {
  /** Entries of a zip, pictures and all. */
  zipEntries: 10_000,
  /** Bytes that are unpacked while one workbook is read. */
  unpackedBytes: 2 * 1024 ** 3,
  /** A part of more than `ratioFrom` bytes may be this many times its packed size. Sheets of one repeated row reach 100. */
  ratio: 200,
  ratioFrom: 32 * 1024 ** 2,
  /** Bytes of text a workbook may share between its cells. */
  sharedTextBytes: 128 * 1024 ** 2,
  sharedTexts: 8_000_000,
  /** Characters between two tags, within one tag, or of one row. */
  piece: 4 * 1024 ** 2,
  xmlDepth: 64,
  /** Characters of all rows as kept: a short file can name one long text a million times. */
  keptCharacters: 512 * 1024 ** 2,
  /** Rows of a tab, blank ones too. Spreadsheet programs stop at 1,048,576, CSV does not. */
  rows: 10_000_000,
  mergesPerTab: 100_000,
  /** Lines of the lists that a workbook keeps of its own parts. */
  listed: 10_000,
  warningsPerTab: 100,
} as const;
