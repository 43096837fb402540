import { Load, summaryOf } from './load';
import { startProduct } from './product';

/** Seconds of each quiet part. */
const QUIET_SECONDS = 5;

/** Requests a second that are no load at all. */
const CALM = 40;

const print = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Measures the product before, under and after ten times as many requests as it can answer: those of one project, that are dear,
 * while another one is read now and then.
 */
async function measure(seconds: number) {
  const product = await startProduct();
  try {
    const load = new Load(product);
    const capacity = await load.capacity(QUIET_SECONDS);
    print(`full speed: ${Math.round(capacity)} requests/s, ${product.memory()} MiB`);
    const quiet = await load.offer({ seconds: QUIET_SECONDS, greedy: 0, modest: CALM });
    print(`unloaded: ${summaryOf(quiet.modest)}`);
    const flood = await load.offer({ seconds, greedy: capacity * 10, modest: CALM });
    print(`10 × for ${seconds} s, of who asks for little: ${summaryOf(flood.modest)}`);
    print(`10 × for ${seconds} s, of who asks for much: ${summaryOf(flood.greedy)}`);
    print(`memory: ${product.memory()} MiB`);
    const after = await load.capacity(QUIET_SECONDS);
    print(`full speed within ${QUIET_SECONDS} s after: ${Math.round((100 * after) / capacity)} % of before`);
  } finally {
    await product.end();
  }
}

const seconds = Number(process.argv[2] ?? 60);
measure(Number.isFinite(seconds) && seconds > 0 ? seconds : 60).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
