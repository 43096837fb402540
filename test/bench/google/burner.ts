import { standBack } from '../../../src/server/workers/standBack';

/**
 * A process of nobody's that takes the processor as the threads of refreshes do: behind everybody else, in bursts. What others
 * feel of it is the machine's.
 */
function burn(milliseconds: number) {
  const begun = process.cpuUsage();
  for (let used = 0; used < milliseconds * 1_000;) {
    const { user, system } = process.cpuUsage(begun);
    used = user + system;
  }
}

const [perSecond = 1, milliseconds = 0] = process.argv.slice(2).map(Number);
standBack();
setInterval(() => burn(milliseconds), 1_000 / perSecond);
process.send?.('ready');
