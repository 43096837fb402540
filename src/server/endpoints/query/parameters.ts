import { didYouMean, invalid, refuse } from './queryRefusals';
import type { QueryPair } from './rawQuery';

/** An item in double quotes, in which two of them are one, behind what may stand before it; or anything up to the next comma. */
const itemAfter = (before: string) => new RegExp(`\\s*(${before})"((?:[^"]|"")*)"\\s*(?:,|$)|([^,]*)(?:,|$)`, 'y');

/** What stands before a name: a `-` that leaves out or lets fall, or what is worked out of a column, such as `sum:`. */
const kinds = {
  names: { item: itemAfter('-?'), unclosed: /^\s*-?"/ },
  aggregates: { item: itemAfter('(?:[a-z]+:)?'), unclosed: /^\s*(?:[a-z]+:)?"/ },
} as const;

/**
 * Splits a comma-separated list. An item with a comma, or with white space at its ends, stands in double quotes, in which
 * `""` is one double quote. Before the quotes may stand a `-`, or in a list of aggregates the function: `sum:"Price, net"`.
 *
 * @param field the parameter, for the refusal
 * @throws Refusal `invalid_parameter` when a quote is not closed
 */
export function splitList(field: string, text: string, kind: keyof typeof kinds = 'names'): string[] {
  if (!text.includes('"')) return text.split(',').map((item) => item.trim());
  const { item, unclosed } = kinds[kind];
  const items: string[] = [];
  item.lastIndex = 0;
  for (;;) {
    const [whole = '', before = '', quoted, plain = ''] = item.exec(text) ?? [];
    if (unclosed.test(plain)) {
      invalid(field, `A double quote in ${field} is not closed.`, 'Write a double quote inside quotes twice: "".');
    }
    items.push(quoted === undefined ? plain.trim() : before + quoted.replaceAll('""', '"'));
    if (!whole.endsWith(',')) return items;
    if (item.lastIndex === text.length) return [...items, ''];
  }
}

/** What can be asked besides conditions on columns. In an address each has a `_` in front. */
export const parameterNames = [
  'where',
  'q',
  'sort',
  'fields',
  'limit',
  'offset',
  'cursor',
  'distinct',
  'group',
  'agg',
  'shape',
  'single',
  'keys',
  'values',
  'csv',
] as const;

export type ParameterName = (typeof parameterNames)[number];

/** Parameters that are lists, in an address: repeats of one are one list. */
const listParameters: ReadonlySet<string> = new Set(['_sort', '_fields', '_group', '_agg']);

/** A name without what axios, jQuery, PHP and qs put behind that of a list: `_sort[]`, `Column__in[0]`. */
export const withoutBrackets = (name: string): string => (name.endsWith(']') ? name.replace(/\[\d{0,5}\]$/, '') : name);

/** A list parameter that is written as other programs write lists, `_sort[]`, by its own name. */
export function plainParameter(pair: QueryPair): QueryPair {
  const name = withoutBrackets(pair.name);
  return listParameters.has(name) ? { ...pair, name } : pair;
}

const listKindOf = (name: ParameterName) => (name === 'agg' ? 'aggregates' : 'names');

const WHOLE = /^\d{1,16}$/;
const flags: ReadonlyMap<unknown, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** A number as it stands in a sentence. */
export const grouped = (number: number): string => number.toLocaleString('en-GB');

/** A value of JSON in a sentence, short. */
const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};

/** The parameters of a question: of an address, `_limit=10`, or of a body of JSON, `{"limit": 10}`. */
export class Parameters {
  /**
   * @param given values by the names of their parameters, which have been looked at
   * @param isText whether they are texts of an address, in which a list may be several
   */
  private constructor(
    private readonly given: ReadonlyMap<string, readonly unknown[]>,
    private readonly isText: boolean,
  ) {}

  /** @throws Refusal `invalid_parameter` for one that is given twice and is no list */
  static ofAddress(pairs: readonly QueryPair[]): Parameters {
    const given = new Map<string, readonly string[]>();
    for (const { name, value } of pairs) {
      const plain = name.slice(1);
      const before = given.get(plain);
      if (before !== undefined && !listParameters.has(name)) {
        const times = pairs.filter((pair) => pair.name === name).length;
        invalid(name, `${name} is given ${times} times.`, 'Give it once.');
      }
      given.set(plain, before === undefined ? [value] : [...before, value]);
    }
    return new Parameters(given, true);
  }

  static ofBody(body: Readonly<Record<string, unknown>>): Parameters {
    return new Parameters(new Map(Object.entries(body).map(([name, value]) => [name, [value]])), false);
  }

  /** How a parameter is called here. */
  field(name: ParameterName): string {
    return this.isText ? `_${name}` : name;
  }

  has(name: ParameterName): boolean {
    return this.given.has(name);
  }

  text(name: ParameterName): string | undefined {
    const value = this.given.get(name)?.[0];
    if (value === undefined || typeof value === 'string') return value;
    return invalid(name, `${name} has to be a text, and ${shown(value)} is not one.`, 'Put it into double quotes.');
  }

  /** A list of names. */
  list(name: ParameterName): readonly string[] | undefined {
    const values = this.given.get(name);
    return values?.flatMap((value): readonly string[] => {
      if (typeof value === 'string') return splitList(this.field(name), value, listKindOf(name));
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
      const hint = `Write it like {"${name}":["Name","City"]}.`;
      return invalid(name, `${name} has to be a list of names, and ${shown(value)} is not one.`, hint);
    });
  }

  /** @param most named in the refusal of what is no number; it is not checked */
  number(name: ParameterName, most?: number): number | undefined {
    const value = this.given.get(name)?.[0];
    if (value === undefined) return undefined;
    const number = this.isText && typeof value === 'string' && WHOLE.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
    const field = this.field(name);
    const range = most === undefined ? 'from 0 on' : `from 0 to ${grouped(most)}`;
    const detail = `${field} has to be a whole number ${range}, and “${this.#shown(value)}” is not one.`;
    return invalid(field, detail, `For example ${most ?? 10}.`);
  }

  flag(name: ParameterName): boolean | undefined {
    const value = this.given.get(name)?.[0];
    if (value === undefined) return undefined;
    const flag = this.isText ? flags.get(value) : value;
    if (typeof flag === 'boolean') return flag;
    const field = this.field(name);
    if (!this.isText) {
      const hint = `Write it like {"${name}":true}.`;
      return invalid(field, `${field} is true or false, and ${shown(value)} is neither.`, hint);
    }
    const detail = `${field} is 1 or 0, and “${this.#shown(value)}” is neither.`;
    return invalid(field, detail, `Write ${field}=1, or leave it out.`);
  }

  /** A value as it was given, in a sentence. */
  #shown(value: unknown): string {
    return this.isText && typeof value === 'string' ? value : shown(value);
  }
}

/**
 * One of a few words.
 *
 * @throws Refusal `invalid_parameter` naming them
 */
export function wordOf<W extends string>(parameters: Parameters, name: ParameterName, words: readonly W[]) {
  const text = parameters.text(name);
  if (text === undefined) return undefined;
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  const field = parameters.field(name);
  return refuse(
    'invalid_parameter',
    field,
    `${field} is one of ${words.join(', ')}, and “${text}” is none of them.`,
    didYouMean(text, words) ?? `Write ${field}=${words[0] ?? ''}, or leave it out.`,
  );
}

/** A name in a list, and whether a `-` stands before it. */
export interface Signed {
  readonly name: string;
  readonly minus: boolean;
}

/** A column that is really called `-Name` is meant before the `-` is. */
export const signedOf = (item: string, isKnown: (name: string) => boolean): Signed =>
  item.startsWith('-') && !isKnown(item) ? { name: item.slice(1), minus: true } : { name: item, minus: false };
