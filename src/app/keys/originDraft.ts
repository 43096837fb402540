import { originNamed, ORIGINS_PER_KEY } from '../../contract/scopes';

/** What is wrong with an origin that is to be added; undefined when nothing is. */
export function originProblem(text: string, origins: readonly string[]): string | undefined {
  const origin = originNamed(text);
  if (origin === undefined) return 'Start with https://';
  if (origins.includes(origin)) return 'It is in the list already.';
  return origins.length >= ORIGINS_PER_KEY ? `A key has at most ${ORIGINS_PER_KEY} origins.` : undefined;
}

/** The origins with one more. */
export const withOrigin = (origins: readonly string[], text: string): readonly string[] => [
  ...origins,
  originNamed(text) ?? text,
];

export const withoutOrigin = (origins: readonly string[], origin: string): readonly string[] =>
  origins.filter((other) => other !== origin);

/** The origins with one that was removed, where it was. */
export const withOriginAgain = (origins: readonly string[], origin: string, at: number): readonly string[] =>
  origins.includes(origin) ? origins : [...origins.slice(0, at), origin, ...origins.slice(at)];
