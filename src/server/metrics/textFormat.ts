import type { Family, Labels, Sample } from './metric';

/** Prometheus' text-based exposition format, version 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escapedHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapedValue = (text: string) => escapedHelp(text).replaceAll('"', '\\"');

const labelsText = (labels: Labels = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapedValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

function numberText(value: number): string {
  if (value === Infinity) return '+Inf';
  if (value === -Infinity) return '-Inf';
  return String(value);
}

const sampleLine = (name: string, { suffix, labels, value }: Sample) =>
  `${name}${suffix ?? ''}${labelsText(labels)} ${numberText(value)}\n`;

function familyText({ name, help, type, samples }: Family): string {
  const lines = samples.map((sample) => sampleLine(name, sample)).join('');
  return `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${type}\n${lines}`;
}

/** Families as Prometheus reads them; one without a number is left out. */
export const metricsText = (families: readonly Family[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(familyText)
    .join('');
