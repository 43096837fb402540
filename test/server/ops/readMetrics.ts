/** One sample, as Prometheus reads it. */
export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (NaN|[+-]Inf|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)$/;
const LABEL = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const TYPES = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped']);
const PARTS = /_(bucket|sum|count)$/;

function labelsOf(text = ''): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== '';) {
    const [whole, name = '', value = ''] = LABEL.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`Not labels: ${text}`);
    if (name in labels) throw new Error(`Twice the label ${name}: ${text}`);
    labels[name] = value;
    rest = rest.slice(whole.length);
  }
  return labels;
}

const numberOf = (text: string) => Number(text.replace('Inf', 'Infinity'));

/** Expects that buckets increase, and that +Inf equals the count. */
function checkHistogram(name: string, samples: readonly ReadSample[]) {
  const series = new Map<string, ReadSample[]>();
  for (const sample of samples) {
    const labels = Object.entries(sample.labels).filter(([label]) => label !== 'le');
    const key = JSON.stringify(labels);
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const [key, all] of series) {
    const buckets = all.filter((one) => one.name === `${name}_bucket`);
    const edges = buckets.map(({ labels }) => numberOf(labels.le ?? ''));
    const counts = buckets.map(({ value }) => value);
    const count = all.find((one) => one.name === `${name}_count`)?.value;
    const grows = (numbers: readonly number[]) => numbers.every((one, at) => at === 0 || one >= (numbers[at - 1] ?? 0));
    const isWhole = edges.at(-1) === Infinity && counts.at(-1) === count;
    const hasSum = all.some((one) => one.name === `${name}_sum`);
    if (!grows(edges) || !grows(counts) || !isWhole || !hasSum) throw new Error(`Not a histogram: ${name} ${key}`);
  }
}

/**
 * Parses metrics as strictly as Prometheus: each family once, with help and type before its samples, no sample twice, complete
 * histograms (text-based exposition format, 0.0.4). Empty lines are ignored.
 */
export function readMetrics(text: string): ReadSample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const types = new Map<string, string>();
  const samples = new Map<string, ReadSample>();
  const helped = new Set<string>();
  let family = '';
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (helped.has(name)) throw new Error(`Twice: ${line}`);
      helped.add(name);
    } else if (kind === 'TYPE') {
      if (!TYPES.has(rest) || types.has(name) || !helped.has(name)) throw new Error(`Not a type: ${line}`);
      types.set(name, rest);
      family = name;
    } else {
      const [whole, sampleName = '', labels, value = ''] = SAMPLE.exec(line) ?? [];
      if (whole === undefined) throw new Error(`Not a line: ${line}`);
      const base = types.get(family) === 'histogram' ? sampleName.replace(PARTS, '') : sampleName;
      if (base !== family) throw new Error(`Not of the family ${family}: ${line}`);
      const sample = { name: sampleName, labels: labelsOf(labels), value: numberOf(value) };
      const key = `${sampleName} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (samples.has(key)) throw new Error(`Twice: ${line}`);
      samples.set(key, sample);
    }
  }
  const all = [...samples.values()];
  for (const [name, type] of types) {
    if (type === 'counter' && !name.endsWith('_total')) throw new Error(`A counter without _total: ${name}`);
    if (type === 'histogram')
      checkHistogram(
        name,
        all.filter((one) => one.name.replace(PARTS, '') === name),
      );
  }
  return all;
}
