import type { CodePiece } from './article';
import { EXAMPLE_ORIGIN, EXAMPLE_PROJECT, EXAMPLE_TAB } from './exampleEndpoint';

/** What the first guide is about, in five steps. */
export const firstSteps = [
  'Make a sheet with a header row',
  'Share it with anyone who has the link',
  'Paste its URL into a new project',
  'Copy the endpoint',
  'Call it',
] as const;

const key = (name: string): CodePiece => [`"${name}"`, 'key'];
const text = (value: string): CodePiece => [`"${value}"`, 'string'];
const number = (value: number): CodePiece => [String(value), 'number'];

/** What the last step answers, with one of its rows. */
export const firstAnswer: readonly CodePiece[] = [
  ['curl', 'word'],
  ' ',
  text(`${EXAMPLE_ORIGIN}/v1/${EXAMPLE_PROJECT}/${EXAMPLE_TAB}`),
  '\n\n{\n  ',
  ...[key('data'), ': [\n    {\n      '],
  ...[key('_id'), ': ', text('r_8k2f'), ',\n      '],
  ...[key('name'), ': ', text('Kochere Natural'), ',\n      '],
  ...[key('origin'), ': ', text('Ethiopia'), ',\n      '],
  ...[key('price'), ': ', number(17.5), '\n    }\n  ],\n  '],
  ...[key('meta'), ': { ', key('total'), ': ', number(212), ', ', key('count'), ': ', number(100), ' }\n}'],
];
