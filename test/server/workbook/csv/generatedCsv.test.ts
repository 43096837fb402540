import fc from 'fast-check';
import { deriveTab } from '../../../../src/server/normalise/deriveTab';
import type { Refusal } from '../../../../src/server/refusal';
import { dialectOf } from '../../../../src/server/workbook/csv/csvReader';
import { runs } from '../../../fixtures/runs';
import { importBytes, rawRows } from '../../../fixtures/workbookFiles';

/** Pieces of texts that are hard to parse. */
const pieces = fc.constantFrom(
  ...['a', 'b', '"', '""', '"q"', '"a,b"', 'x,"y', ',', ',,', ';', '\t', '\n', '\r\n', '\r', ' ', '\\', '1', '2.50'],
  ...['é', '京', '😀', '\u00a0', '\u0001', '|', 'sep=;\n'],
);
const texts = fc.tuple(
  fc.constantFrom('', '', 'sep=;\n', 'sep=é\n'),
  fc.array(pieces, { minLength: 1, maxLength: 120 }).map((parts) => parts.join('')),
  fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 1, 800),
);

/** Finds the end of a line, and the length of its line break. */
const LINE_END = /\r\n|\n|\r/y;

/** A plain reader: fields of each line, or nothing if a quote is not closed. */
function fieldsOf(whole: string): string[][] | undefined {
  const { separator, skip } = dialectOf(whole.slice(0, 1 << 16));
  const text = whole.slice(skip);
  const lines: string[][] = [[]];
  const lineEndAt = (at: number) => {
    LINE_END.lastIndex = at;
    return LINE_END.exec(text)?.[0].length ?? 0;
  };
  const isEnd = (at: number) => at === text.length || text.startsWith(separator, at) || lineEndAt(at) > 0;
  for (let at = 0; ;) {
    let inside = '';
    let from = at;
    const isQuoted = text[at] === '"';
    if (isQuoted) {
      const close = /^"((?:[^"]|"")*)"(?!")/.exec(text.slice(at));
      if (close === null) return undefined;
      inside = close[1]!.replaceAll('""', '"');
      from = at + close[0].length;
    }
    let to = from;
    while (!isEnd(to)) to += 1;
    const rest = text.slice(from, to);
    lines.at(-1)!.push(isQuoted && rest !== '' ? `"${inside}"${rest}` : inside + rest);
    if (to === text.length) return lines;
    const lineEnd = text.startsWith(separator, to) ? 0 : lineEndAt(to);
    at = to + (lineEnd || separator.length);
    if (lineEnd > 0 && at === text.length) return lines;
    if (lineEnd > 0) lines.push([]);
  }
}

/** Rows as they are stored: without trailing blanks and blank rows. */
const kept = (fields: readonly (readonly string[])[]) =>
  fields.flatMap((line, at) => {
    const cells = line.map((field) => (field === '' ? null : field));
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells.length === 0 ? [] : [[at + 1, cells] as const];
  });

const read = async (bytes: Buffer) =>
  importBytes('a.csv', bytes).then(
    ({ tabs }) => tabs[0],
    ({ code }: Refusal) => code,
  );

test('generated texts are parsed as by a plain reader, and derived as from their raw tab', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async ([first, text, times]) => {
      const whole = first + (times === 1 ? text : `${text}\n`.repeat(times));
      const tab = await read(Buffer.from(whole));
      const fields = fieldsOf(whole);
      if (typeof tab !== 'object') return expect([tab, fields]).toEqual(['damaged_workbook', undefined]);
      expect((await rawRows(tab)).map(({ row, cells }) => [row, cells])).toEqual(kept(fields ?? []));
      expect(tab.derived).toEqual(await deriveTab(tab.raw));
    }),
    { numRuns: runs(25) },
  );
});
