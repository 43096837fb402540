import fc from 'fast-check';

/** One change of a text or of bytes; positions are shares of the whole, so that it fits any length. */
type Edit =
  | { readonly kind: 'cut' | 'again'; readonly at: number; readonly length: number }
  | { readonly kind: 'put'; readonly at: number; readonly text: string }
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  | { readonly kind: 'end'; readonly at: number };

/** Positions with equal probability: doubles, and other biased numbers, would nearly always mean the start. */
const place = fc.noBias(fc.nat(2 ** 30 - 1)).map((n) => n / 2 ** 30);
const length = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 2, arbitrary: fc.noBias(fc.integer({ min: 1, max: 200 })) },
  { weight: 1, arbitrary: fc.noBias(fc.integer({ min: 1, max: 4_000 })) },
);

/** Changes, with `words` among the inserted texts. */
const editOf = (words: readonly string[]): fc.Arbitrary<Edit> =>
  fc.oneof(
    fc.record({ kind: fc.constantFrom('cut' as const, 'again' as const), at: place, length }),
    fc.record({ kind: fc.constant('put' as const), at: place, text: fc.oneof(fc.constantFrom(...words), fc.string()) }),
    fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.integer({ min: 0, max: 7 }) }),
    fc.record({ kind: fc.constant('end' as const), at: place }),
  );

function changedBytes(bytes: Buffer, edit: Edit): Buffer {
  const at = Math.floor(edit.at * bytes.length);
  if (edit.kind === 'end') return bytes.subarray(0, at);
  if (edit.kind === 'put') return Buffer.concat([bytes.subarray(0, at), Buffer.from(edit.text), bytes.subarray(at)]);
  if (edit.kind === 'flip') {
    const copy = Buffer.from(bytes);
    if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << edit.bit);
    return copy;
  }
  const end = Math.min(bytes.length, at + edit.length);
  const rest = edit.kind === 'cut' ? [bytes.subarray(end)] : [bytes.subarray(at, end), bytes.subarray(at)];
  return Buffer.concat([bytes.subarray(0, at), ...rest]);
}

/** Number of changes: a single one leaves the rest valid, so that parsers get that far; several find what a single one does not. */
const editsOf = (words: readonly string[]) =>
  fc.oneof(
    editOf(words).map((edit) => [edit]),
    fc.array(editOf(words), { minLength: 2, maxLength: 6 }),
  );

/** Seeds with a few changes each. */
export const mutatedBytes = (seeds: readonly Buffer[], words: readonly string[]): fc.Arbitrary<Buffer> =>
  fc.tuple(fc.constantFrom(...seeds), editsOf(words)).map(([seed, edits]) => edits.reduce(changedBytes, seed));

/** Like {@link mutatedBytes}, for texts. */
export const mutatedText = (seeds: readonly string[], words: readonly string[]): fc.Arbitrary<string> =>
  mutatedBytes(
    seeds.map((seed) => Buffer.from(seed)),
    words,
  ).map((bytes) => bytes.toString('utf8'));

/** Surprising JSON values. */
const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', '\0', '\ud800', 'x'.repeat(60_000), '__proto__', '=1+1'],
    ...[[], {}, [[]], { constructor: { prototype: { polluted: 1 } } }, Array.from({ length: 2_001 }, () => null)],
  ),
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts a value at a random place of another, descending by `steps`. */
function putInto(value: unknown, steps: readonly number[], put: unknown): unknown {
  const [step, ...more] = steps;
  if (step === undefined) return put;
  if (Array.isArray(value) && value.length > 0) {
    const at = step % value.length;
    return value.map((one: unknown, index) => (index === at ? putInto(one, more, put) : one));
  }
  if (!isObject(value)) return put;
  const names = Object.keys(value);
  const name = names[step % (names.length + 1)];
  if (name === undefined) return { ...value, [`more${step}`]: put };
  return { ...value, [name]: putInto(value[name], more, put) };
}

/** JSON texts near a valid body: a value replaced or added, the whole replaced, or nearly invalid JSON. */
export const mutatedJson = (seeds: readonly object[]): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...seeds), fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), oddJson)
        .map(([seed, steps, put]) => JSON.stringify(putInto(seed, steps, put))),
    },
    { weight: 1, arbitrary: oddJson.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: mutatedText(
        seeds.map((seed) => JSON.stringify(seed)),
        ['"__proto__":', '{', '[', '\\u0000', '\\ud800', '1e999', '-0', 'NaN', '"', ',,', '\ufeff'],
      ),
    },
  );
