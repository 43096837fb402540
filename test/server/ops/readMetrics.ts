/** One sample, as Prometheus reads it. */
export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses metrics in the text format of Prometheus. @throws Error for a sample that exists twice, or that has no help and type */
export function readMetrics(text: string): ReadSample[] {
  const described = new Set(Array.from(text.matchAll(/^# HELP (\S+) .+\n# TYPE \1 /gm), ([, name = '']) => name));
  const samples = Array.from(
    text.matchAll(/^([\w:]+)(?:\{(.*)\})? (\S+)$/gm),
    ([key = '', name = '', labels = '', value = '']) => ({
      key: key.slice(0, -value.length),
      name,
      labels: Object.fromEntries(
        Array.from(labels.matchAll(/(\w+)="([^"]*)"/g), ([, label = '', of = '']) => [label, of]),
      ),
      value: Number(value.replace('Inf', 'Infinity')),
    }),
  );
  const wrong = samples.find(
    ({ name, key }, at) =>
      !(described.has(name) || described.has(name.replace(/_(bucket|sum|count)$/, ''))) ||
      samples.findIndex((one) => one.key === key) !== at,
  );
  if (wrong !== undefined) throw new Error(`Twice, or not described: ${wrong.key}`);
  return samples;
}
