import { didYouMean, invalid, refuse, shortened } from './queryRefusals';
import type { QueryPair } from './rawQuery';

/**
 * Returns the pattern of an item: double quotes after an optional prefix, with `""` for a quote inside, or any text up to the next
 * comma.
 */
const itemAfter = (prefix: string) => new RegExp(`\\s*(${prefix})"((?:[^"]|"")*)"\\s*(?:,|$)|([^,]*)(?:,|$)`, 'y');

/** Prefixes of a quoted name: `-` to exclude or to sort descending, or an aggregate function such as `sum:`. */
const itemPatterns = {
  names: { item: itemAfter('-?'), unclosed: /^\s*-?"/ },
  aggregates: { item: itemAfter('(?:[a-z]+:)?'), unclosed: /^\s*(?:[a-z]+:)?"/ },
} as const;

/**
 * Splits a comma-separated list. An item with a comma, or with white space at its ends, is written in double quotes, in which `""`
 * is one double quote. A `-` may precede the quotes, or the function in a list of aggregates: `sum:"Price, net"`.
 *
 * @param field the parameter, for the refusal
 * @throws Refusal `invalid_parameter` if a quote is not closed
 */
export function splitList(field: string, text: string, kind: keyof typeof itemPatterns = 'names'): string[] {
  if (!text.includes('"')) return text.split(',').map((item) => item.trim());
  const { item, unclosed } = itemPatterns[kind];
  const items: string[] = [];
  item.lastIndex = 0;
  for (;;) {
    const [whole = '', prefix = '', quoted, plain = ''] = item.exec(text) ?? [];
    if (unclosed.test(plain)) {
      invalid(field, `A double quote in ${field} is not closed.`, 'Write a double quote inside quotes twice: "".');
    }
    items.push(quoted === undefined ? plain.trim() : prefix + quoted.replaceAll('""', '"'));
    if (!whole.endsWith(',')) return items;
    if (item.lastIndex === text.length) return [...items, ''];
  }
}

/** Query parameters other than conditions on columns. In an address each has a leading `_`. */
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

/** List parameters of an address; repeated ones are joined to one list. */
const listParameters: ReadonlySet<string> = new Set(['_sort', '_fields', '_group', '_agg']);

/** Removes the brackets that axios, jQuery, PHP and qs add to the name of a list: `_sort[]`, `Column__in[0]`. */
export const withoutBrackets = (name: string): string => (name.endsWith(']') ? name.replace(/\[\d{0,5}\]$/, '') : name);

/** Renames a list parameter with brackets, `_sort[]`, to its plain name. */
export function plainParameter(pair: QueryPair): QueryPair {
  const name = withoutBrackets(pair.name);
  return listParameters.has(name) ? { ...pair, name } : pair;
}

const WHOLE = /^\d{1,16}$/;
const flags: ReadonlyMap<unknown, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Formats a number for a sentence. */
export const formatNumber = (number: number): string => number.toLocaleString('en-GB');

/** Formats a JSON value for a sentence, shortened. */
const shortJson = (value: unknown) => shortened(JSON.stringify(value) ?? 'nothing');

/** Parameters of a query, from an address, `_limit=10`, or from a JSON body, `{"limit": 10}`. */
export class Parameters {
  /**
   * @param given values by parameter name; the names are valid
   * @param isText whether the values are texts of an address, in which a list can be repeated
   */
  private constructor(
    private readonly given: ReadonlyMap<string, readonly unknown[]>,
    private readonly isText: boolean,
  ) {}

  /** @throws Refusal `invalid_parameter` if a parameter that is not a list is repeated */
  static ofAddress(pairs: readonly QueryPair[]): Parameters {
    const given = new Map<string, readonly string[]>();
    for (const { name, value } of pairs) {
      const plain = name.slice(1);
      const previous = given.get(plain);
      if (previous !== undefined && !listParameters.has(name)) {
        const times = pairs.filter((pair) => pair.name === name).length;
        invalid(name, `${name} is given ${times} times.`, 'Give it once.');
      }
      given.set(plain, previous === undefined ? [value] : [...previous, value]);
    }
    return new Parameters(given, true);
  }

  static ofBody(body: Readonly<Record<string, unknown>>): Parameters {
    return new Parameters(new Map(Object.entries(body).map(([name, value]) => [name, [value]])), false);
  }

  /** Returns the name of a parameter as the client writes it. */
  field(name: ParameterName): string {
    return this.isText ? `_${name}` : name;
  }

  has(name: ParameterName): boolean {
    return this.given.has(name);
  }

  text(name: ParameterName): string | undefined {
    const value = this.given.get(name)?.[0];
    if (value === undefined || typeof value === 'string') return value;
    return invalid(name, `${name} has to be a text, and ${shortJson(value)} is not one.`, 'Put it into double quotes.');
  }

  /** Returns a list of names. */
  list(name: ParameterName): readonly string[] | undefined {
    const values = this.given.get(name);
    return values?.flatMap((value): readonly string[] => {
      if (typeof value === 'string') return splitList(this.field(name), value, name === 'agg' ? 'aggregates' : 'names');
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
      const hint = `Write it like {"${name}":["Name","City"]}.`;
      return invalid(name, `${name} has to be a list of names, and ${shortJson(value)} is not one.`, hint);
    });
  }

  /** @param max maximum named in the refusal of an invalid number; larger numbers are not rejected here */
  number(name: ParameterName, max?: number): number | undefined {
    const value = this.given.get(name)?.[0];
    if (value === undefined) return undefined;
    const number = this.isText && typeof value === 'string' && WHOLE.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
    const field = this.field(name);
    const range = max === undefined ? 'from 0 on' : `from 0 to ${formatNumber(max)}`;
    const detail = `${field} has to be a whole number ${range}, and “${this.#asWritten(value)}” is not one.`;
    return invalid(field, detail, `For example ${max ?? 10}.`);
  }

  flag(name: ParameterName): boolean | undefined {
    const value = this.given.get(name)?.[0];
    if (value === undefined) return undefined;
    const flag = this.isText ? flags.get(value) : value;
    if (typeof flag === 'boolean') return flag;
    const field = this.field(name);
    if (!this.isText) {
      const hint = `Write it like {"${name}":true}.`;
      return invalid(field, `${field} is true or false, and ${shortJson(value)} is neither.`, hint);
    }
    const detail = `${field} is 1 or 0, and “${this.#asWritten(value)}” is neither.`;
    return invalid(field, detail, `Write ${field}=1, or leave it out.`);
  }

  /** Formats a value as the client wrote it, for a sentence. */
  #asWritten(value: unknown): string {
    return this.isText && typeof value === 'string' ? value : shortJson(value);
  }
}

/**
 * Returns the parameter's value if it is one of some words.
 *
 * @throws Refusal `invalid_parameter` listing the words
 */
export function wordOf<W extends string>(parameters: Parameters, name: ParameterName, words: readonly W[]) {
  const text = parameters.text(name);
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  const field = parameters.field(name);
  return refuse(
    'invalid_parameter',
    field,
    `${field} is one of ${words.join(', ')}, and “${text}” is none of them.`,
    didYouMean(text, words) ?? `Write ${field}=${words[0] ?? ''}, or leave it out.`,
  );
}

/** Name in a list, and whether a `-` precedes it. */
export interface SignedName {
  readonly name: string;
  readonly minus: boolean;
}

/** Parses an optional leading `-`. A column whose name begins with `-` takes precedence. */
export const parseSign = (item: string, isKnown: (name: string) => boolean): SignedName =>
  item.startsWith('-') && !isKnown(item) ? { name: item.slice(1), minus: true } : { name: item, minus: false };
