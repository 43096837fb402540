/**
 * Work that gets its turn soon, or never.
 *
 * @param patience milliseconds that it waits for its turn
 * @param late what is thrown when that is over
 * @param start hears when its turn has come; throws where nobody waits for it any more
 */
export async function begunSoon<T>(
  patience: number,
  late: () => Error,
  start: (begun: () => void) => Promise<T>,
): Promise<T> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(late());
    }, patience).unref();
  });
  const begun = () => {
    if (isLate) throw late();
    clearTimeout(timer);
  };
  const done = start(begun);
  return Promise.race([done, over]);
}
