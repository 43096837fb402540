/** What a piece of a line is, as far as its colour goes. */
export interface LinePiece {
  readonly kind: 'plain' | 'key' | 'string' | 'number' | 'word';
  readonly text: string;
}

/** One line of a value in pieces. */
export interface JsonLine {
  readonly depth: number;
  readonly pieces: readonly LinePiece[];
  /** It opens a list or an object, with so many things in it; the line that closes it is the next of the same depth. */
  readonly opens?: number;
  /** What a screen reader calls what it opens. */
  readonly name?: string;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const plain = (text: string): LinePiece => ({ kind: 'plain', text });

function scalar(value: unknown): LinePiece {
  const text = JSON.stringify(value) ?? 'null';
  if (typeof value === 'string') return { kind: 'string', text };
  return { kind: typeof value === 'number' ? 'number' : 'word', text };
}

interface Place {
  readonly depth: number;
  /** `"key": ` before it. */
  readonly before: readonly LinePiece[];
  /** The comma after it. */
  readonly after: readonly LinePiece[];
  readonly name: string;
}

const COMMA: readonly LinePiece[] = [plain(',')];
const NOTHING: readonly LinePiece[] = [];

function* containerLines(value: Container, { depth, before, after, name }: Place): Generator<JsonLine> {
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries<unknown>(value);
  if (entries.length === 0) {
    yield { depth, pieces: [...before, plain(open + close), ...after] };
    return;
  }
  yield { depth, pieces: [...before, plain(open)], opens: entries.length, name };
  for (const [at, [key, each]] of entries.entries()) {
    yield* linesIn(each, {
      depth: depth + 1,
      before: isList ? NOTHING : [{ kind: 'key', text: JSON.stringify(key) }, plain(': ')],
      after: at < entries.length - 1 ? COMMA : NOTHING,
      name: isList ? `${name} ${at + 1}` : key,
    });
  }
  yield { depth, pieces: [plain(close), ...after] };
}

function* linesIn(value: unknown, place: Place): Generator<JsonLine> {
  if (isContainer(value)) yield* containerLines(value, place);
  else yield { depth: place.depth, pieces: [...place.before, scalar(value), ...place.after] };
}

/**
 * A value as lines, as `JSON.stringify` would break them.
 *
 * @param most lines after which it stops
 */
export function jsonLines(value: unknown, most = Infinity): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  for (const line of linesIn(value, { depth: 0, before: NOTHING, after: NOTHING, name: 'answer' })) {
    if (lines.length >= most) break;
    lines.push(line);
  }
  return lines;
}

/** A text as lines that cannot be folded. */
export const textLines = (text: string, most = Infinity): readonly JsonLine[] =>
  text.split('\n', Math.min(most, 2 ** 32 - 1)).map((line) => ({ depth: 0, pieces: [plain(line)] }));

/** A line that is seen, with its number among all of them. */
export interface SeenLine {
  readonly line: JsonLine;
  readonly at: number;
  /** Of a folded line: what follows on it, in place of the lines it hides. */
  readonly rest?: readonly LinePiece[];
}

const fold = ({ opens = 0 }: JsonLine, closing: JsonLine | undefined): readonly LinePiece[] => [
  plain(` … ${opens} `),
  ...(closing?.pieces ?? []),
];

/** The number of the line that closes what a line opens; one past the end where the lines were cut before it. */
function closingOf(lines: readonly JsonLine[], opening: number): number {
  const depth = lines[opening]?.depth ?? 0;
  let at = opening + 1;
  while (at < lines.length && (lines[at]?.depth ?? 0) > depth) at += 1;
  return at;
}

/** The lines that are seen while some of those that open something are folded. */
export function seenLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): readonly SeenLine[] {
  const seen: SeenLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as JsonLine;
    if (!folded.has(at)) {
      seen.push({ line, at });
      continue;
    }
    const closing = closingOf(lines, at);
    seen.push({ line, at, rest: fold(line, lines[closing]) });
    at = closing;
  }
  return seen;
}
