import { tooManyWaiting } from '../../../google/write/writeRefusals';

/** Milliseconds that a write waits in the queue. */
const PATIENCE = 20_000;

/**
 * Work that gets its turn soon, or never.
 *
 * @param start hears when its turn has come; throws where nobody waits for it any more
 * @throws Refusal `busy`
 */
export async function begunSoon<T>(start: (begun: () => void) => Promise<T>): Promise<T> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(tooManyWaiting());
    }, PATIENCE).unref();
  });
  const begun = () => {
    if (isLate) throw tooManyWaiting();
    clearTimeout(timer);
  };
  const done = start(begun);
  return Promise.race([done, late]);
}
