/** A run of any length, or one character of any kind. */
const RUN = Symbol('run');
const ONE = Symbol('one');

type Step = string | typeof RUN | typeof ONE;

function stepsOf(pattern: string): Step[] {
  const steps: Step[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const next = characters[at + 1];
    if (character === '\\' && (next === '%' || next === '_' || next === '\\')) {
      steps.push(next);
      at += 1;
    } else if (character === '%') {
      if (steps.at(-1) !== RUN) steps.push(RUN);
    } else steps.push(character === '_' ? ONE : character);
  }
  return steps;
}

/**
 * Matches whole texts against a pattern of SQL's LIKE: `%` is any run of characters, `_` one character, a backslash makes the
 * sign behind it plain. It takes time in proportion to text times pattern at worst, whatever the pattern.
 */
export function likePattern(pattern: string): (text: string) => boolean {
  const steps = stepsOf(pattern);
  const isPlain = !steps.some((step) => step === ONE);
  const [only, ...more] = steps.filter((step) => step !== RUN);
  if (isPlain && only === undefined) return steps.length > 0 ? () => true : (text) => text === '';
  if (isPlain && more.length === 0 && steps.length === 3) return (text) => text.includes(String(only));
  return (text) => matches([...text], steps);
}

/** Only the last run is ever made longer: what an earlier one took is as good as anything it could take instead. */
function matches(text: readonly string[], steps: readonly Step[]): boolean {
  let at = 0;
  let step = 0;
  let run = -1;
  let runEnd = 0;
  while (at < text.length) {
    if (steps[step] === RUN) {
      run = step;
      runEnd = at;
      step += 1;
    } else if (step < steps.length && (steps[step] === ONE || steps[step] === text[at])) {
      at += 1;
      step += 1;
    } else if (run >= 0) {
      runEnd += 1;
      at = runEnd;
      step = run + 1;
    } else return false;
  }
  while (steps[step] === RUN) step += 1;
  return step === steps.length;
}
