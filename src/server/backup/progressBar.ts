const WIDTH = 30;

/** Where a bar is drawn. */
export interface BarOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds between two pictures of a bar. */
const PAUSE = 100;

/**
 * Shows how far something is. At a terminal a bar is drawn over and over; elsewhere a line is written every tenth of the way.
 *
 * @param what for example `Writing`
 */
export function progressBar(output: BarOutput, what: string, all: number): (done: number) => void {
  let drawnAt = -Infinity;
  let tenths = -1;
  return (done) => {
    const part = all === 0 ? 1 : done / all;
    const counts = `${done.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} rows`;
    if (output.isTTY === true) {
      if (performance.now() - drawnAt < PAUSE && done < all) return;
      drawnAt = performance.now();
      const full = Math.round(part * WIDTH);
      const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
      output.write(`\r${what} ${bar} ${Math.floor(part * 100)} % · ${counts}${done >= all ? '\n' : ''}`);
      return;
    }
    if (Math.floor(part * 10) === tenths) return;
    tenths = Math.floor(part * 10);
    output.write(`${what}: ${tenths * 10} % (${counts})\n`);
  };
}
