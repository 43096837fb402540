/** Work that is under way for one or more. */
interface Flight<T> {
  readonly done: Promise<T>;
  readonly ending: AbortController;
  waiting: number;
}

/**
 * Lets those who ask for the same thing at the same time share one piece of work. It is ended when the last of them has gone.
 */
export function createSharedWork<T>() {
  const flights = new Map<string, Flight<T>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const ending = new AbortController();
    const done = work(ending.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    done.catch(() => undefined);
    const flight: Flight<T> = { done, ending, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }

  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const flight = flights.get(key) ?? begin(key, work);
    flight.waiting += 1;
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([flight.done, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiting -= 1;
      // What is done is among them no more.
      if (flight.waiting === 0 && flights.get(key) === flight) {
        flights.delete(key);
        flight.ending.abort(signal.aborted ? signal.reason : undefined);
      }
    }
  };
}
