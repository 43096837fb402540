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

/** The parameters of a question, wherever they were given. */
export interface Parameters {
  /** How a parameter is called here. */
  field(name: ParameterName): string;
  has(name: ParameterName): boolean;
  text(name: ParameterName): string | undefined;
  /** A list of names. */
  list(name: ParameterName): readonly string[] | undefined;
  /** @param most told to whoever gives no number; it is not looked at */
  number(name: ParameterName, most?: number): number | undefined;
  flag(name: ParameterName): boolean | undefined;
}

const listKindOf = (name: ParameterName) => (name === 'agg' ? 'aggregates' : 'names');

const WHOLE = /^\d{1,16}$/;
const flags = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** A number as it stands in a sentence. */
export const grouped = (number: number): string => number.toLocaleString('en-GB');

function notWhole(field: string, text: string, most: number | undefined): never {
  const range = most === undefined ? 'from 0 on' : `from 0 to ${grouped(most)}`;
  return invalid(
    field,
    `${field} has to be a whole number ${range}, and “${text}” is not one.`,
    `For example ${most ?? 10}.`,
  );
}

const notFlag = (field: string, text: string): never =>
  invalid(field, `${field} is 1 or 0, and “${text}” is neither.`, `Write ${field}=1, or leave it out.`);

/** Parameters of an address: `_limit=10`. */
export class AddressParameters implements Parameters {
  /** By name without `_`. */
  readonly #given = new Map<string, readonly string[]>();

  /** @throws Refusal `invalid_parameter` for one that is given twice and is no list */
  constructor(pairs: readonly QueryPair[]) {
    for (const { name, value } of pairs) {
      const plain = name.slice(1);
      const before = this.#given.get(plain);
      if (before !== undefined && !listParameters.has(name)) this.#refuseTwice(name, pairs);
      this.#given.set(plain, before === undefined ? [value] : [...before, value]);
    }
  }

  field(name: ParameterName) {
    return `_${name}`;
  }

  has(name: ParameterName) {
    return this.#given.has(name);
  }

  text(name: ParameterName) {
    return this.#given.get(name)?.[0];
  }

  list(name: ParameterName) {
    const texts = this.#given.get(name);
    return texts?.flatMap((text) => splitList(this.field(name), text, listKindOf(name)));
  }

  number(name: ParameterName, most?: number) {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = WHOLE.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(number) ? number : notWhole(this.field(name), text, most);
  }

  flag(name: ParameterName) {
    const text = this.text(name);
    return text === undefined ? undefined : (flags.get(text) ?? notFlag(this.field(name), text));
  }

  #refuseTwice(name: string, pairs: readonly QueryPair[]) {
    const times = pairs.filter((pair) => pair.name === name).length;
    invalid(name, `${name} is given ${times} times.`, 'Give it once.');
  }
}

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};

/** Parameters of a JSON body: `{"limit": 10}`. */
export class BodyParameters implements Parameters {
  /** @param body whose names have been looked at */
  constructor(private readonly body: Readonly<Record<string, unknown>>) {}

  field(name: ParameterName) {
    return name;
  }

  has(name: ParameterName) {
    return Object.hasOwn(this.body, name);
  }

  text(name: ParameterName) {
    const value = this.#value(name);
    if (value === undefined || typeof value === 'string') return value;
    return invalid(name, `${name} has to be a text, and ${shown(value)} is not one.`, 'Put it into double quotes.');
  }

  list(name: ParameterName) {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string') return splitList(name, value, listKindOf(name));
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    const hint = `Write it like {"${name}":["Name","City"]}.`;
    return invalid(name, `${name} has to be a list of names, and ${shown(value)} is not one.`, hint);
  }

  number(name: ParameterName, most?: number) {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    return notWhole(name, shown(value), most);
  }

  flag(name: ParameterName) {
    const value = this.#value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    return invalid(
      name,
      `${name} is true or false, and ${shown(value)} is neither.`,
      `Write it like {"${name}":true}.`,
    );
  }

  #value(name: ParameterName) {
    return this.has(name) ? this.body[name] : undefined;
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
