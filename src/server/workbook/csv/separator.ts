const SEPARATORS = ['\t', ';', ','] as const;
const LINES = 50;

/** How the first lines of a text are to be read. */
export interface Dialect {
  readonly separator: string;
  /** Length of a first line that only names the separator, `sep=;`, as Excel writes and reads it. */
  readonly skip: number;
}

/**
 * Finds what separates the fields: what a `sep=` line says, else the separator that stands equally often in the most of
 * the first lines. Separators in quotes do not count.
 *
 * @param sample the beginning of the text
 */
export function dialectOf(sample: string): Dialect {
  const named = /^sep=([^\r\n"])(?:\r\n|\n|\r)/i.exec(sample);
  if (named) return { separator: named[1] ?? ',', skip: named[0].length };
  const counts = countsOf(sample);
  const ranked = SEPARATORS.map((separator, at) => ({ separator, ...regularity(counts.map((line) => line[at] ?? 0)) }));
  ranked.sort((a, b) => b.lines - a.lines || b.most - a.most);
  return { separator: ranked[0] && ranked[0].lines > 0 ? ranked[0].separator : ',', skip: 0 };
}

/** For each of the first lines that are not blank, how often each separator stands in it outside quotes. */
function countsOf(sample: string) {
  const lines: number[][] = [];
  let line = SEPARATORS.map(() => 0);
  let quoted = false;
  let fieldStart = true;
  let blank = true;
  for (const character of sample) {
    const at = SEPARATORS.findIndex((separator) => separator === character);
    const ends = character === '\n' || character === '\r';
    if (character === '"' && (quoted || fieldStart)) quoted = !quoted;
    else if (!quoted && at >= 0) line[at] = (line[at] ?? 0) + 1;
    else if (!quoted && ends) {
      if (!blank) lines.push(line);
      if (lines.length === LINES) return lines;
      line = SEPARATORS.map(() => 0);
      blank = true;
    }
    if (!ends) blank = false;
    fieldStart = ends || at >= 0 || character === '"';
  }
  return blank ? lines : [...lines, line];
}

/** In how many lines the most usual number of separators stands, and which number that is; none does not count. */
function regularity(counts: readonly number[]) {
  const usual = { lines: 0, most: 0 };
  for (const count of new Set(counts)) {
    const lines = counts.filter((other) => other === count).length;
    if (count > 0 && (lines > usual.lines || (lines === usual.lines && count > usual.most))) {
      Object.assign(usual, { lines, most: count });
    }
  }
  return usual;
}
